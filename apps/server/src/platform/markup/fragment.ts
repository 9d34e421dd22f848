import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { cleanCss } from './css.ts';
import { attributesText, escapeText, type Attribute } from './html-text.ts';
import { dropped, voids, type MarkupRules } from './html.ts';

// A fragment may open elements that another fragment closes, so it is read tag by tag and not as a tree. Only listed
// elements and attributes are written to the result.

/** Elements whose content is text for the parser of the standard. */
const textModes = new Map([
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);
const withContent = new Set([...dropped, 'xml', 'title', 'textarea']);
/** Its content is read like any other: nothing runs here. */
const TRANSPARENT = 'noscript';

/** Elements of XML may close themselves. */
const isXml = (tagName: string): boolean => tagName.includes(':');

type CleanedFragment = {
  readonly html: string;
  /** Names of the removed elements, each as often as it was removed. */
  readonly lost: readonly string[];
};

type FragmentRules = Pick<MarkupRules, 'tags' | 'attributes'> & {
  /** More elements that are removed with their content. */
  readonly withContent?: ReadonlySet<string>;
  /** Spelling of the names that are XML, by their name in small letters. */
  readonly spelling?: ReadonlyMap<string, string>;
};

/** Removes everything that the rules do not allow from a fragment with unpaired tags. */
export const cleanFragment = (
  html: string,
  { tags, attributes, withContent: more, spelling }: FragmentRules,
): CleanedFragment => {
  const parts: string[] = [];
  const lost: string[] = [];
  let style: { readonly start: string; css: string } | null = null;
  let skipped: { readonly tag: string; depth: number } | null = null;

  const opening = ({ tagName, attrs, selfClosing }: Token.TagToken): string => {
    const cleaned = attrs.flatMap((one): Attribute[] =>
      one.name === 'style' ? [{ name: 'style', value: cleanCss(one.value) }] : [one],
    );
    const end = selfClosing && isXml(tagName) ? '/>' : selfClosing && voids.has(tagName) ? ' />' : '>';
    return `<${spelling?.get(tagName) ?? tagName}${attributesText(attributes(tagName, cleaned))}${end}`;
  };
  const onText = ({ chars }: Token.CharacterToken): void => {
    if (style) style.css += chars;
    else if (!skipped) parts.push(escapeText(chars));
  };
  const onStartTag = (token: Token.TagToken): void => {
    const { tagName, selfClosing } = token;
    const mode = textModes.get(tagName);
    if (mode !== undefined) tokenizer.state = mode;
    if (skipped) {
      if (tagName === skipped.tag && !selfClosing) skipped.depth += 1;
    } else if (tagName === 'style' && tags.has('style')) style = { start: opening(token), css: '' };
    else if (tags.has(tagName)) parts.push(opening(token));
    else if (tagName !== TRANSPARENT) {
      lost.push(tagName);
      if ((withContent.has(tagName) || more?.has(tagName)) && !selfClosing) skipped = { tag: tagName, depth: 1 };
    }
  };
  const onEndTag = ({ tagName }: Token.TagToken): void => {
    if (skipped) {
      if (tagName === skipped.tag) skipped.depth -= 1;
      if (skipped.depth === 0) skipped = null;
    } else if (tagName === 'style') {
      if (style) parts.push(`${style.start}${cleanCss(style.css)}</style>`);
      style = null;
    } else if (tags.has(tagName) && !voids.has(tagName)) parts.push(`</${spelling?.get(tagName) ?? tagName}>`);
  };
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag,
      onEndTag,
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: () => undefined,
      onComment: () => lost.push('!'),
      onDoctype: () => lost.push('!doctype'),
      onEof: () => style && lost.push('style'),
    },
  );
  tokenizer.write(html, true);
  return { html: parts.join(''), lost };
};
