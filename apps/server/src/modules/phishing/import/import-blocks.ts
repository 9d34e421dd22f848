import { meaningOf } from '@sergak/contract/phishing/foreign-variables.rules.ts';
import { htmlPieces } from '@sergak/contract/phishing/html-tags.ts';
import { personVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Report } from './import-report.ts';

// Templates of other products show a part only on a condition: `{{#if first_name}}Hi {{first_name}}{{else}}Hi{{/if}}`. We know
// everybody's name, so of such a condition the first part stays. Other conditions stay for the author, except those of
// Mailchimp, whose marks nobody would recognise. Remarks and code are removed first: they may span tags.

type Edit = { readonly start: number; readonly end: number };

const applied = (text: string, edits: readonly Edit[]): string => {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < from) continue;
    parts.push(text.slice(from, start));
    from = end;
  }
  return parts.join('') + text.slice(from);
};

const REMARK = /\{\{~?!(?:--)?|\{#(?=\s)|\{%[-+]?\s{0,9}comment\b[^{}%]{0,80}%\}|%%\[/gi;
const ENDS = {
  '{{!--': /--~?\}\}/g,
  '{{!': /\}\}/g,
  '{#': /#\}/g,
  '%%[': /\]%%/g,
  comment: /\{%[-+]?\s{0,9}endcomment\s{0,9}[-+]?%\}/gi,
} as const;
const kindOf = (start: string): keyof typeof ENDS => {
  const sign = start.replace('~', '');
  return sign in ENDS ? (sign as keyof typeof ENDS) : 'comment';
};
const REMARK_MAX = 20_000;
const SHOWN = 200;

/** Removes remarks and code, which only programs of other products understand. */
const withoutRemarks = (text: string, report: Report): string => {
  const ends = new Map<RegExp, Edit>();
  // Each end is looked for once, and not again from a place before it.
  const nextEnd = (sign: RegExp, from: number): Edit => {
    const known = ends.get(sign);
    if (known && known.start >= from) return known;
    sign.lastIndex = from;
    const match = sign.exec(text);
    const found = match
      ? { start: match.index, end: match.index + match[0].length }
      : { start: Infinity, end: Infinity };
    ends.set(sign, found);
    return found;
  };
  const edits: Edit[] = [];
  let from = 0;
  for (const { 0: start, index } of text.matchAll(REMARK)) {
    if (index < from) continue;
    const inside = index + start.length;
    const close = nextEnd(ENDS[kindOf(start)], inside);
    if (close.start - inside > REMARK_MAX) continue;
    edits.push({ start: index, end: close.end });
    report.add('variable_removed', text.slice(index, Math.min(close.end, index + SHOWN)));
    from = close.end;
  }
  return applied(text, edits);
};

type Sign = '*|' | '{{' | '{%';
type Mark = Edit & {
  readonly act: 'open' | 'else' | 'end';
  /** The signs of the product. */
  readonly sign: Sign;
  readonly word: string;
  /** What the end of the block names; empty if it names nothing. */
  readonly name: string;
  /** Null if it cannot be read. */
  readonly condition: string | null;
};

// Only the beginning is looked for, so that a mark that cannot be read still counts, and no place is read twice.
const MARK =
  /\*\|\s*(?<chimp>IFNOT|IF|INTERESTED|ELSEIF|ELSE|END)\b|(?<lead>\{\{[\s~#/^]*)(?<bar>[\w.$]*)|\{%[-+]?\s*(?<tag>[a-z]\w*)/gi;
const RESTS = {
  '*|': /\s{0,9}:(?<rest>[^|*<>]{0,150})\|\*/y,
  '{{': /(?<rest>[^{}]{0,150})\}\}/y,
  '{%': /(?<rest>[^{}%]{0,150})%\}/y,
} as const;
const OPENING = /^(?:if|unless|range|with|block|define|for|case|tablerow|while|try|apply)$/;
const HELPER = /^(?:if|unless|each|with|eq|ne|and|or|compare)$/;
const BETWEEN = /^(?:else|elseif|elsif|elif|when)$/;

/** Reads a mark; `ended` are the words that the text ends, as in `{% endset %}`. */
const markOf = (text: string, match: RegExpMatchArray, ended: ReadonlySet<string>): Mark | null => {
  const { chimp, lead = '', bar, tag } = match.groups ?? {};
  const start = match.index!;
  const begun = start + match[0].length;
  const sign = chimp !== undefined ? '*|' : bar !== undefined ? '{{' : '{%';
  RESTS[sign].lastIndex = begun;
  const read = RESTS[sign].exec(text);
  const condition = read ? read.groups!.rest!.replace(/^[\s~+-]+|[\s~+-]+$/g, '') : null;
  const word = (chimp ?? bar ?? tag)!.toLowerCase();
  const made = (act: Mark['act'], name = word, by: Partial<Mark> = {}): Mark => ({
    start,
    end: begun + (read?.[0].length ?? 0),
    act,
    sign,
    word,
    name,
    condition,
    ...by,
  });
  if (sign === '*|') {
    if (word === 'end') return made('end', condition?.toLowerCase().replace('ifnot', 'if') ?? '');
    return word.startsWith('else') ? made('else') : made('open', word.replace('ifnot', 'if'));
  }
  const edge = /[#/^]/.exec(lead)?.[0];
  if (edge === '/') return made('end');
  if (word === '') return edge === '^' && condition === '' ? made('else', '', { word: 'else' }) : null;
  // Mustache: `{{#name}}…{{/name}}` if there is a name, `{{^name}}…{{/name}}` if there is none.
  if (edge)
    return HELPER.test(word) || condition !== ''
      ? made('open')
      : made('open', word, { word: edge === '^' ? 'unless' : 'if', condition: bar! });
  if (BETWEEN.test(word)) return made('else');
  if (word === 'end') return made('end', '');
  if (sign === '{%' && word.startsWith('end')) return made('end', word.slice('end'.length));
  const isOpening = OPENING.test(word) || (sign === '{%' && ended.has(word));
  // `{% set a = 1 %}` has no end.
  return isOpening && !(word === 'set' && condition?.includes('=')) ? made('open') : null;
};

const NAME = /^[\p{L}\p{N}_.$]{1,60}$/u;
/** Whether a condition asks for a variable that everybody has. */
const isAlwaysMet = ({ sign, condition }: Mark): boolean => {
  const meaning = condition !== null && NAME.test(condition) ? meaningOf({ inner: condition, open: sign }) : null;
  return meaning !== null && (personVariables as readonly string[]).includes(meaning);
};

/** Whether a part of the text closes the elements that it opens, so that it can be removed. */
const isWhole = (part: string): boolean => {
  const open = new Map<string, number>();
  for (const piece of htmlPieces(part)) {
    if (piece.kind === 'text' || /^(?:br|hr|img|input|meta|link|area|col|wbr)$/.test(piece.name)) continue;
    const count = (open.get(piece.name) ?? 0) + (piece.isEnd ? -1 : 1);
    if (count < 0) return false;
    open.set(piece.name, count);
  }
  return [...open.values()].every((count) => count === 0);
};

type Block = { readonly open: Mark; readonly between: Mark[] };
/** The parts of a block that go; null if its author has to decide. */
const removedParts = ({ open, between }: Block, end: Mark): Edit[] | null => {
  const isCondition = /^(?:if|ifnot|unless|interested)$/.test(open.word);
  const isNegated = /^(?:ifnot|unless)$/.test(open.word);
  if (!isCondition || [open, ...between, end].some(({ condition }) => condition === null)) return null;
  if (!isAlwaysMet(open) && !(open.sign === '*|' && between.length > 0)) return null;
  const [other, ...others] = between;
  if (isNegated && isAlwaysMet(open)) {
    if (!other) return [{ start: open.start, end: end.end }];
    const isLast = others.length === 0 && other.word === 'else' && other.condition === '';
    return isLast ? [{ start: open.start, end: other.end }, end] : null;
  }
  return other ? [open, { start: other.start, end: end.end }] : [open, end];
};

/** Deeper blocks stay for the author. */
const DEPTH_MAX = 8;

/** Removes remarks, and of conditions about the reader the part that nobody would get. */
export const resolveBlocks = (source: string, report: Report): string => {
  if (!/\{\{|\{%|\{#|\*\||%%\[/.test(source)) return source;
  const text = withoutRemarks(source, report);
  const ended = new Set(
    Array.from(text.matchAll(/\{%[-+]?\s*end(?<word>[a-z]\w*)/gi), ({ groups }) => groups!.word!.toLowerCase()),
  );
  const stacks: Record<Sign, Block[]> = { '*|': [], '{{': [], '{%': [] };
  const edits: Edit[] = [];
  for (const match of text.matchAll(MARK)) {
    const mark = markOf(text, match, ended);
    if (!mark) continue;
    const stack = stacks[mark.sign];
    if (mark.act === 'open') stack.push({ open: mark, between: [] });
    else if (mark.act === 'else') stack.at(-1)?.between.push(mark);
    else {
      // An end of something else does not end the block.
      if (mark.name !== '' && stack.at(-1)?.open.name !== mark.name) continue;
      const block = stack.pop();
      const parts = block && stack.length < DEPTH_MAX ? removedParts(block, mark) : null;
      if (!parts?.every(({ start, end }) => isWhole(text.slice(start, end)))) continue;
      for (const { start, end } of parts)
        report.add('variable_removed', text.slice(start, Math.min(end, start + SHOWN)));
      edits.push(...parts);
    }
  }
  return applied(text, edits);
};
