import type { TextTree } from '@sergak/contract/texts.rules.ts';

/** Russian words that begin a line together with what follows: prepositions, conjunctions, negations. */
const BEFORE = 'а|в|во|до|за|и|из|к|ко|на|не|ни|но|о|об|от|по|с|со|то|у';
/** Russian particles that end a line together with what precedes. */
const AFTER = 'бы|б|же|ж|ли|ль';
/** Placeholders that stand for a number. */
const NUMBERS = 'cap|count|days|done|hours|least|limit|max|min|minutes|most|number|people|total|tries';
/** Units of less than three letters. */
const UNITS = '(?:ч|дн\\.|[КМГ]?Б|п\\.)(?!\\p{L})';
/** Words that may begin a line after a number. */
const NEVER = 'или|для|без|при|что';

const NBSP = '\u00A0';
const rules: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`(?<=(?:^|[\\s\u00A0(«„/])(?:${BEFORE})) (?=[^\\s—–])`, 'giu'), NBSP],
  [new RegExp(` (?=(?:${AFTER})(?![\\p{L}-]))`, 'gu'), NBSP],
  [/ (?=[—–](?:[\s\u00A0]|$))/g, NBSP],
  // A number with its word or unit, groups of digits, № 7, 3 п. п.
  [new RegExp(`(?<=\\d|\\{\\{(?:${NUMBERS})\\}\\}) (?!(?:${NEVER}) )(?=\\p{Ll}{3}|${UNITS})`, 'gu'), NBSP],
  [/(?<=\d) (?=\d{3}(?!\d))/g, NBSP],
  [/(?<=[№§]) | (?=%)/g, NBSP],
  [/(?<=п\.) (?=п\.)/g, NBSP],
  [/(?<=\{\{change\}\}) (?=п\.)/g, NBSP],
  [/(?<=(?:^|[\s\u00A0(«])\p{Lu}\.) (?=\p{Lu})/gu, NBSP],
];

/** A Russian text with no-break spaces where a line must not end: after short words, before dashes, in numbers with units. */
export const typeset = (text: string): string => rules.reduce((set, [where, space]) => set.replace(where, space), text);

/** All texts of a tree, typeset. */
export const typesetTree = (tree: TextTree): TextTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, inner]) => [key, typeof inner === 'string' ? typeset(inner) : typesetTree(inner)]),
  );
