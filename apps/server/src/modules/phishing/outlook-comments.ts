import { cleanFragment } from '../../platform/markup/fragment.ts';
import type { MarkupRules } from '../../platform/markup/html.ts';

// Outlook for Windows reads the markup inside of conditional comments: `<!--[if mso]>…<![endif]-->`. Generators of emails
// put its layout tables there, and hide modern markup from it between `<!--[if !mso]><!-->` and `<!--<![endif]-->`.

/** Elements inside of conditional comments. A comment may close what another comment opens. */
export const outlookTags: ReadonlySet<string> = new Set(
  `style table thead tbody tfoot tr td th caption colgroup col div span p br hr h1 h2 h3 h4 h5 h6 ul ol li a img b strong
  i em u s small big sub sup font center blockquote`.split(/\s+/),
);

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

const START = /^\[if ([^\]<>]{1,100})\]>/i;
const END = '<![endif]';
/** `<!--[if !mso]><!-->` and its older form `<!--[if !mso]><!-- -->`. */
const isRevealing = (rest: string): boolean => rest === '<!' || rest === '<!-- ';
/** Endings of a comment, also those that only browsers accept. */
const ENDING = /--!?>|<!--/;

export type CleanedComment = {
  /** Null if nothing of the comment is kept. */
  readonly text: string | null;
  /** What was removed, for the author. */
  readonly lost: readonly string[];
};
const nothing: CleanedComment = { text: null, lost: [] };

/** Cleans the text of a comment. Only conditional comments are kept. */
export const cleanComment = (text: string, attributes: MarkupRules['attributes']): CleanedComment => {
  if (text === END) return { text, lost: [] };
  if (!/^(?:<!)?\s*\[(?:if|endif)\b/i.test(text)) return nothing;
  const [start, condition = ''] = START.exec(text) ?? [''];
  const rest = text.slice(start.length);
  if (start === '' || !isCondition(condition)) return { text: null, lost: [text.slice(0, 60)] };
  if (isRevealing(rest)) return { text, lost: [] };
  if (!rest.endsWith(END)) return { text: null, lost: [start] };
  const inside = rest.slice(0, -END.length);
  const { html, lost } = cleanFragment(inside, { tags: outlookTags, attributes });
  const names = [...new Set(lost)].map((name) => `<${name}>`);
  if (ENDING.test(html)) return { text: null, lost: [start] };
  if (names.length > 0 && html.trim() === '') return { text: null, lost: names };
  return { text: `${start}${html}${END}`, lost: names };
};
