import { ident, string, tokenize, tokenTypes, url } from 'css-tree';

// Style sheets are read by the tokenizer of the CSS standard, so escapes, comments, unclosed strings and unclosed
// addresses mean the same here as in a browser. Only what is listed below is written to the result.

/** Addresses that load nothing: pictures and fonts embedded in the text. */
const EMBEDDED = /^data:(?:image\/(?:png|jpeg|gif|webp)|font\/[\w+-]+|application\/font-[\w+-]+)[;,][\w+/=;,%-]*$/i;
const atRules = new Set([
  'media',
  'supports',
  'font-face',
  'keyframes',
  '-webkit-keyframes',
  'page',
  'layer',
  'container',
]);
const functions = new Set(
  `calc min max clamp var rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez
  rotate3d skew skewx skewy matrix matrix3d perspective cubic-bezier steps linear blur brightness contrast drop-shadow
  grayscale hue-rotate invert opacity saturate sepia minmax repeat fit-content inset circle ellipse polygon rect counter counters
  format local not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir media`.split(/\s+/),
);

type Token = { readonly type: number; readonly text: string };
const tokensOf = (css: string): Token[] => {
  const tokens: Token[] = [];
  tokenize(css, (type, start, end) => tokens.push({ type, text: css.slice(start, end) }));
  return tokens;
};

const closing = new Map<number, number>([
  [tokenTypes.Function, tokenTypes.RightParenthesis],
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
  [tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket],
]);

/** The index after the bracket that closes the bracket at `start`; the end of the text if it is unclosed. */
const indexAfterBlock = (tokens: readonly Token[], start: number): number => {
  const open: number[] = [];
  for (let at = start; at < tokens.length; at += 1) {
    const { type } = tokens[at]!;
    const close = closing.get(type);
    if (close !== undefined) open.push(close);
    else if (type === open.at(-1)) open.pop();
    if (open.length === 0) return at + 1;
  }
  return tokens.length;
};

/** The index after an at-rule: after its semicolon, its block, or at the bracket that closes the surrounding block. */
const indexAfterRule = (tokens: readonly Token[], start: number): number => {
  let at = start + 1;
  while (at < tokens.length) {
    const { type } = tokens[at]!;
    if (type === tokenTypes.Semicolon) return at + 1;
    if (type === tokenTypes.RightCurlyBracket) return at;
    if (type === tokenTypes.LeftCurlyBracket) return indexAfterBlock(tokens, at);
    at = closing.has(type) ? indexAfterBlock(tokens, at) : at + 1;
  }
  return at;
};

const NOTHING = 'none';
/** An empty comment in place of what is removed: without it `@@a;import` would become `@import`. */
const APART = '/**/';
/** A string without a raw `<`, which could end the surrounding style element. */
const quoted = (text: string): string => {
  if (!text.includes('\\') && !text.includes('<') && text.length > 1 && text.endsWith(text[0]!)) return text;
  // Escapes of ordinary characters are common in `content`; the text is kept as long as it hides nothing.
  if (/^(["'])[^<]*\1$/.test(text) && !/\\[\s<]|\\$/.test(text.slice(0, -1))) return text;
  return string.encode(string.decode(text)).replaceAll('<', '\\3c ');
};

/** `url("…")` with a string: kept if the string is embedded data and the brackets contain nothing else. */
const urlFunction = (tokens: readonly Token[], start: number, end: number): string => {
  const inside = tokens.slice(start + 1, end).filter(({ type }) => type !== tokenTypes.WhiteSpace);
  const [value, close] = inside;
  const plain = inside.length === 2 && value?.type === tokenTypes.String && close?.text === ')';
  const address = plain ? string.decode(value.text) : '';
  return EMBEDDED.test(address) ? `url("${address}")` : NOTHING;
};

const addressToken = (text: string): string => {
  const address = url.decode(text);
  return text.endsWith(')') && EMBEDDED.test(address) ? text : NOTHING;
};

/** Returns the text to write for the token at this index, and the index of the next token. */
const step = (tokens: readonly Token[], at: number): readonly [text: string, next: number] => {
  const { type, text } = tokens[at]!;
  switch (type) {
    case tokenTypes.AtKeyword:
      return atRules.has(ident.decode(text.slice(1)).toLowerCase())
        ? [text, at + 1]
        : [APART, indexAfterRule(tokens, at)];
    case tokenTypes.Function: {
      const name = ident.decode(text.slice(0, -1)).toLowerCase();
      if (functions.has(name)) return [`${ident.encode(ident.decode(text.slice(0, -1)))}(`, at + 1];
      const next = indexAfterBlock(tokens, at);
      return [name === 'url' && !text.includes('\\') ? urlFunction(tokens, at, next) : NOTHING, next];
    }
    case tokenTypes.Url:
      return [addressToken(text), at + 1];
    case tokenTypes.BadUrl:
    case tokenTypes.BadString:
      return [NOTHING, at + 1];
    case tokenTypes.String:
      return [quoted(text), at + 1];
    case tokenTypes.Comment:
    case tokenTypes.CDO:
    case tokenTypes.CDC:
      return [APART, at + 1];
    case tokenTypes.Delim:
      if (text === '\\') return ['', at + 1];
      return [text === '<' && !/^[=\s]/.test(tokens[at + 1]?.text ?? ' ') ? '< ' : text, at + 1];
    default:
      return [text.replaceAll('\\<', '\\3c '), at + 1];
  }
};

/** Adds spaces so that a replacement does not merge with the word before or after it, or become a function name. */
const keepApart = (before = '', text: string, behind = ''): string =>
  `${/[\w\\-]$|[^\0-\x7f]$/.test(before) ? ' ' : ''}${text}${/^[\w(\\-]|^[^\0-\x7f]/.test(behind) ? ' ' : ''}`;

/**
 * Cleans a style sheet or the declarations of a style attribute: removes anything that runs or loads from elsewhere.
 * Harmless text is kept character for character. The time is linear in the length.
 */
export const cleanCss = (css: string): string => {
  const tokens = tokensOf(css);
  const parts: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const [text, next] = step(tokens, at);
    parts.push(text === NOTHING ? keepApart(parts.at(-1), text, tokens[next]?.text) : text);
    at = next;
  }
  return parts.join('');
};
