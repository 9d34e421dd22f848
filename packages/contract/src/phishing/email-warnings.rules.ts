import { deadLinks } from './dead-links.rules.ts';
import { variablesIn } from './foreign-variables.rules.ts';
import { faultAt, type Fault, FAULTS_MAX, firstMatches, sharedWarnings, withoutStyles } from './phishing.rules.ts';

// Apart from `phishing.rules.ts`, because only editors and the server need the table of foreign variables.

/** Variables of other products: `*|FNAME|*`. People would read them as they are. */
export const foreignWarnings = (field: string, text: string): Fault[] =>
  variablesIn(withoutStyles(text))
    .filter(({ open }) => open.length > 1 && !open.startsWith('{{'))
    .slice(0, FAULTS_MAX)
    .map((one) => faultAt(field, 'foreign_variable', text, one.index, one.text));
const deadLinkWarnings = (html: string): Fault[] =>
  deadLinks(html)
    .slice(0, FAULTS_MAX)
    .map(({ tag, start }) => faultAt('html', 'dead_link', html, start, tag));

/** What saving will remove from an email, and what the author should check. */
export const emailWarnings = (html: string): Fault[] => {
  const warnings = [...deadLinkWarnings(html), ...foreignWarnings('html', html), ...sharedWarnings(html)];
  for (const match of firstMatches(html, /\bhref\s{0,20}=\s{0,20}["']?\s{0,20}((?:https?:)?\/\/[^"'\s>]+)/gi))
    warnings.push(faultAt('html', 'external_link', html, match.index, match[1]!));
  if (!html.includes('{{tracking}}'))
    warnings.push({ field: 'html', code: 'tracking_missing', line: 1, column: 1, text: '{{tracking}}' });
  return warnings;
};
