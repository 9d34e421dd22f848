import { scanHtml } from './html-scan.ts';

/** Names of the variables that become chips, in the language of the person. */
export type VariableNames = Readonly<Record<string, string>>;

/** The attribute that makes an element a chip and holds the variable. Never stored. */
const CHIP = 'data-variable';
/** Elements whose text cannot contain a chip. */
const PLAIN = new Set('script style textarea title xmp iframe noembed noframes noscript option select svg'.split(' '));

const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const chipHtml = (variable: string, name: string): string =>
  `<span ${CHIP}="${variable}" contenteditable="false">${escapeText(name)}</span>`;

const variableOf = (chip: Element): string => chip.getAttribute(CHIP)!;
export const isChip = (node: Node): boolean => node.nodeType === 1 && (node as Element).hasAttribute(CHIP);

/** How chips look on the canvas: in the colours of the text around them. */
export const chipStyles =
  `[${CHIP}]{padding:0 .35em;border-radius:.6em;background:color-mix(in srgb,currentColor 12%,transparent);` +
  'box-shadow:inset 0 0 0 1px color-mix(in srgb,currentColor 30%,transparent);white-space:nowrap;cursor:default;user-select:all}';

const chipsIn = (text: string, names: VariableNames): string =>
  text.replace(/\{\{(\w+)\}\}/g, (found, variable: string) =>
    Object.hasOwn(names, variable) ? chipHtml(variable, names[variable]!) : found,
  );

/**
 * Replaces the known variables in the texts of the markup by chips. Variables in attributes, comments, style sheets and
 * fields stay as they are.
 */
const toChips = (html: string, names: VariableNames): string => {
  if (!html.includes('{{')) return html;
  const all = scanHtml(html);
  const plain = all.filter((one) => PLAIN.has(one.tag));
  const texts = all
    .filter((one) => !PLAIN.has(one.tag))
    .flatMap((one) => one.parts.filter((part) => part.kind === 'text').map((part) => part.span))
    .filter(([from]) => !plain.some((one) => from >= one.open[0] && from < one.close[1]))
    .toSorted(([a], [b]) => a - b);
  let out = '';
  let at = 0;
  for (const [from, to] of texts) {
    out += html.slice(at, from) + chipsIn(html.slice(from, to), names);
    at = to;
  }
  return out + html.slice(at);
};

/** What a browser has put into a chip behind its name: it is a part of the text. */
const typedInto = (chip: Element, name: string): ChildNode[] => {
  const first = chip.firstChild;
  if (first?.nodeType !== 3 || !first.nodeValue!.startsWith(name)) return [];
  first.nodeValue = first.nodeValue!.slice(name.length);
  return [...chip.childNodes];
};

/** Replaces the chips of parsed content by the text of their variables, in place. */
const toText = (root: Element, names: VariableNames): void => {
  const chips = [...root.querySelectorAll(`span[${CHIP}]`)].filter((one) => Object.hasOwn(names, variableOf(one)));
  for (const chip of chips.toReversed())
    chip.replaceWith(`{{${variableOf(chip)}}}`, ...typedInto(chip, names[variableOf(chip)]!));
  // Joins the text of a variable with the texts next to it, as they were before.
  if (chips.length > 0) root.normalize();
};

type Chips = {
  readonly toChips: (html: string) => string;
  readonly toText: (root: Element) => void;
};
/** The two directions for one text. A text that uses the attribute of chips for something else gets no chips. */
export const chipsFor = (source: string, names: VariableNames): Chips =>
  source.toLowerCase().includes(CHIP)
    ? { toChips: (html) => html, toText: () => undefined }
    : { toChips: (html) => toChips(html, names), toText: (root) => toText(root, names) };
