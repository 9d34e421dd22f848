import { cleanFragment } from '../../platform/markup/fragment.ts';
import type { MarkupRules } from '../../platform/markup/html.ts';
import { officeNames, officeTags, vmlTags, wordSettings } from './outlook-vml.ts';

// Outlook for Windows reads the markup inside of conditional comments: `<!--[if mso]>…<![endif]-->`. Generators of emails
// put its layout tables and buttons there, and hide modern markup from it between `<!--[if !mso]><!-->` and `<!--<![endif]-->`.

/** Elements inside of conditional comments. A comment may close what another comment opens. */
const plainTags =
  `style table thead tbody tfoot tr td th caption colgroup col div span p br hr h1 h2 h3 h4 h5 h6 ul ol li
  a img b strong i em u s small big sub sup font center blockquote`.split(/\s+/);
const withoutVml: ReadonlySet<string> = new Set([...plainTags, ...officeTags]);
const allTags: ReadonlySet<string> = new Set([...withoutVml, ...vmlTags]);
const withVmlContent: ReadonlySet<string> = new Set([...wordSettings, ...vmlTags]);

const words = new Set('mso ie vml gt gte lt lte true false ! & | ( )'.split(' '));
const isCondition = (text: string): boolean => {
  const found = text.match(/[a-z]+|\d+(?:\.\d+)?|\s+|./gi) ?? [];
  let depth = 0;
  for (const word of found) {
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (depth < 0 || !(words.has(word.toLowerCase()) || /^[\d\s]/.test(word))) return false;
  }
  return depth === 0 && text.trim() !== '';
};

const START = /^\s{0,9}\[if\s{1,9}([^\]<>]{1,100})\]>/i;
/** `<![if !mso]>`, which parsers read as a comment without its last sign. */
const BARE_START = /^\s{0,9}\[if\s{1,9}([^\]<>]{1,100})\]$/i;
const END = '<![endif]';
/** `<!--[if !mso]><!-->` and its older forms `<!--[if !mso]><!-- -->` and `<!--[if !mso]>-->`. */
const isRevealing = (rest: string): boolean => /^(?:<!(?:--)?\s{0,9})?$/.test(rest);
/** Endings of a comment, also those that only browsers accept. */
const ENDING = /--!?>|<!--/;

export type CleanedComment = {
  /** Null if nothing of the comment is kept. */
  readonly text: string | null;
  /** What was removed, for the author. */
  readonly lost: readonly string[];
  /** `start` and `end` enclose markup that Outlook does not read; `hidden` holds markup that only Outlook reads. */
  readonly kind: 'start' | 'end' | 'hidden' | 'broken' | 'note';
};
const broken = (text: string): CleanedComment => ({ text: null, lost: [text], kind: 'broken' });

/** Cleans the text of a comment. Only conditional comments are kept. */
export const cleanComment = (text: string, attributes: MarkupRules['attributes'], hasVml = true): CleanedComment => {
  if (/^(?:<!)?\s{0,9}\[endif\](?:--)?$/i.test(text)) return { text: END, lost: [], kind: 'end' };
  if (!/^(?:<!)?\s*\[(?:if|endif)\b/i.test(text)) return { text: null, lost: [], kind: 'note' };
  const bare = BARE_START.exec(text)?.[1];
  if (bare !== undefined && isCondition(bare)) return { text: `[if ${bare}]><!`, lost: [], kind: 'start' };
  const [start, condition = ''] = START.exec(text) ?? [''];
  const rest = text.slice(start.length);
  if (start === '' || !isCondition(condition)) return broken(text.slice(0, 60));
  if (isRevealing(rest)) return { text: rest === '' ? `${text}<!` : text, lost: [], kind: 'start' };
  if (!rest.endsWith(END)) return broken(start);
  const { html, lost } = cleanFragment(rest.slice(0, -END.length), {
    tags: hasVml ? allTags : withoutVml,
    attributes,
    withContent: hasVml ? wordSettings : withVmlContent,
    spelling: officeNames,
  });
  const names = [...new Set(lost)].map((name) => `<${name}>`);
  if (ENDING.test(html)) return broken(start);
  if (names.length > 0 && html.trim() === '') return { text: null, lost: names, kind: 'broken' };
  return { text: `${start}${html}${END}`, lost: names, kind: 'hidden' };
};
