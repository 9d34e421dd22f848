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
const endOf = (start: string): string =>
  start.endsWith('--')
    ? '--'
    : start.startsWith('{{')
      ? '}}'
      : start === '{#'
        ? '#}'
        : start === '%%['
          ? ']%%'
          : 'endcomment';
const REMARK_MAX = 20_000;
const SHOWN = 200;

/** Removes remarks and code, which only programs of other products understand. */
const withoutRemarks = (text: string, report: Report): string => {
  const ends = new Map<string, number>();
  // Each end is looked for once, and not again from a place before it.
  const nextEnd = (sign: string, from: number): number => {
    const known = ends.get(sign);
    if (known !== undefined && (known === Infinity || known >= from)) return known;
    const at = text.indexOf(sign, from);
    ends.set(sign, at < 0 ? Infinity : at);
    return at < 0 ? Infinity : at;
  };
  const edits: Edit[] = [];
  let from = 0;
  for (const { 0: start, index } of text.matchAll(REMARK)) {
    if (index < from) continue;
    const inside = index + start.length;
    const sign = endOf(start);
    let at = nextEnd(sign === '--' ? '--}}' : sign, inside);
    if (sign === '--') at = Math.min(at, nextEnd('--~}}', inside));
    if (at - inside > REMARK_MAX) continue;
    const close = sign === 'endcomment' ? '%}' : sign === '--' ? '}}' : sign;
    const end = text.indexOf(close, at) + close.length;
    edits.push({ start: index, end });
    report.add('variable_removed', text.slice(index, Math.min(end, index + SHOWN)));
    from = end;
  }
  return applied(text, edits);
};

type Act = 'open' | 'else' | 'end';
type Mark = Edit & {
  readonly act: Act;
  /** The signs of the product. */
  readonly sign: '*|' | '{{' | '{%';
  readonly word: string;
  readonly condition: string;
};

const MARK =
  /\*\|\s{0,9}(?<chimp>IFNOT|IF|INTERESTED|ELSEIF|ELSE|END)\s{0,9}:(?<interest>[^|*<>]{0,150})\|\*|\{\{~?\s{0,9}(?<edge>[#/^])?\s{0,9}(?<bar>[\w.$]{1,60})(?<bars>[^{}]{0,150})\}\}|\{%[-+]?\s{0,9}(?<tag>[a-z]{1,20})\b(?<tags>[^{}%]{0,150})%\}/gi;
const OPENING = /^(?:if|unless|range|with|block|define|for|case|tablerow)$/;
const HELPER = /^(?:if|unless|each|with|eq|ne|and|or|compare)$/;
const BETWEEN = /^(?:else|elseif|elsif|elif|when)$/;

const markOf = (match: RegExpMatchArray): Mark | null => {
  const { chimp, interest = '', edge, bar, bars = '', tag, tags = '' } = match.groups ?? {};
  const start = match.index!;
  const made = (act: Act, sign: Mark['sign'], word: string, condition: string): Mark => ({
    start,
    end: start + match[0].length,
    act,
    sign,
    word,
    condition: condition.replace(/^[\s~+-]+|[\s~+-]+$/g, ''),
  });
  if (chimp !== undefined) {
    const word = chimp.toLowerCase();
    return made(word === 'end' ? 'end' : word.startsWith('else') ? 'else' : 'open', '*|', word, interest);
  }
  const word = (bar ?? tag)!.toLowerCase();
  if (bar !== undefined) {
    if (edge === '/') return made('end', '{{', word, '');
    // Mustache: `{{#name}}…{{/name}}` if there is a name, `{{^name}}…{{/name}}` if there is none.
    if (edge)
      return HELPER.test(word)
        ? made('open', '{{', word, bars)
        : made('open', '{{', edge === '^' ? 'unless' : 'if', bar);
    const act = BETWEEN.test(word) ? 'else' : word === 'end' ? 'end' : OPENING.test(word) ? 'open' : null;
    return act && made(act, '{{', word, bars);
  }
  const act = BETWEEN.test(word) ? 'else' : word.startsWith('end') ? 'end' : OPENING.test(word) ? 'open' : null;
  return act && made(act, '{%', word, tags);
};

const NAME = /^[\p{L}\p{N}_.$]{1,60}$/u;
/** Whether a condition asks for a variable that everybody has. */
const isAlwaysMet = ({ sign, condition }: Mark): boolean => {
  const meaning = NAME.test(condition) ? meaningOf({ inner: condition, open: sign }) : null;
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
  if (!isCondition || !(isAlwaysMet(open) || (open.sign === '*|' && between.length > 0))) return null;
  const [other] = between;
  if (isNegated && isAlwaysMet(open))
    return other ? [{ start: open.start, end: other.end }, end] : [{ start: open.start, end: end.end }];
  return other ? [open, { start: other.start, end: end.end }] : [open, end];
};

/** Deeper blocks stay for the author. */
const DEPTH_MAX = 8;

/** Removes remarks, and of conditions about the reader the part that nobody would get. */
export const resolveBlocks = (source: string, report: Report): string => {
  if (!/\{\{|\{%|\{#|\*\||%%\[/.test(source)) return source;
  const text = withoutRemarks(source, report);
  const stacks: Record<Mark['sign'], Block[]> = { '*|': [], '{{': [], '{%': [] };
  const edits: Edit[] = [];
  for (const match of text.matchAll(MARK)) {
    const mark = markOf(match);
    if (!mark) continue;
    const stack = stacks[mark.sign];
    if (mark.act === 'open') stack.push({ open: mark, between: [] });
    else if (mark.act === 'else') stack.at(-1)?.between.push(mark);
    else {
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
