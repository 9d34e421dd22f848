import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attr, dropAttr, elementsOf, isElement, setAttr, type Element } from './import-tree.ts';

// Scripts show the steps of a sign-in one after the other and enable its fields. Without them a person could not fill in the form.

const HIDING = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?=\s*(?:!|;|$)))[^;]*/gi;
const HIDING_CLASS = /^(?:d-none|hidden|hide|is-hidden|invisible|collapse|ng-hide)$/i;

/** Makes an element visible that a script would have shown. */
const show = (node: Element): void => {
  dropAttr(node, 'hidden');
  const style = attr(node, 'style');
  if (style !== undefined) setAttr(node, 'style', style.replace(HIDING, ''));
  const names = attr(node, 'class')?.split(/\s+/) ?? [];
  if (names.some((name) => HIDING_CLASS.test(name)))
    setAttr(node, 'class', names.filter((name) => !HIDING_CLASS.test(name)).join(' '));
};

const isHidden = (node: Element): boolean =>
  attr(node, 'hidden') !== undefined ||
  (attr(node, 'style')?.match(HIDING) ?? []).length > 0 ||
  (attr(node, 'class')?.split(/\s+/) ?? []).some((name) => HIDING_CLASS.test(name));

const pathTo = (node: Element, top: Element | null): Element[] => {
  const path: Element[] = [];
  for (let one: Tree.ParentNode | null = node; one && one !== top; one = 'parentNode' in one ? one.parentNode : null)
    if (isElement(one)) path.push(one);
  return path;
};

const withoutComments = (css: string): string => {
  const parts: string[] = [];
  for (let from = 0; from >= 0;) {
    const start = css.indexOf('/*', from);
    parts.push(css.slice(from, start < 0 ? undefined : start));
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2);
    from = end < 0 ? -1 : end + 2;
  }
  return parts.join(' ');
};

/** Whether styles for these media are only for paper. */
const isPrint = (media: string): boolean =>
  media.split(',').every((one) => /^\s*(?:only\s+)?print(?![\w-])/i.test(one));

/** The last class or id of a selector, which the hidden element itself has: `form div.step:not(.active)`. */
const ownName = (selector: string): string | undefined =>
  /[.#][\w-]+$/.exec(selector.replace(/:not\([^()]*\)/gi, '').trim())?.[0];

/** The selectors of the rules of a style sheet that hide something on a screen. */
const hidingSelectors = (css: string): string[] => {
  const found: string[] = [];
  const open: { readonly selector: string; readonly isPrinted: boolean }[] = [];
  let from = 0;
  for (const { 0: sign, index } of css.matchAll(/[{}]/g)) {
    const part = css.slice(from, index);
    from = index + 1;
    if (sign === '{') {
      const selector = part.slice(part.lastIndexOf(';') + 1).trim();
      const media = /^@media\b(?<media>.*)$/is.exec(selector)?.groups?.media;
      const isPrinted = open.at(-1)?.isPrinted === true || (media !== undefined && isPrint(media));
      open.push({ selector, isPrinted });
      continue;
    }
    const rule = open.pop();
    if (rule && !rule.isPrinted && (part.match(HIDING) ?? []).length > 0) found.push(...rule.selector.split(','));
  }
  return found;
};

/** The classes and ids that style sheets of the page hide by themselves: `.step2 { display: none }`. */
const hiddenNames = (document: Tree.Document): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const node of elementsOf(document)) {
    if (node.tagName !== 'style' || isPrint(attr(node, 'media') ?? '')) continue;
    for (const selector of hidingSelectors(withoutComments(rawText(node)))) {
      const name = ownName(selector);
      if (name) names.add(name);
    }
  }
  return names;
};
const rawText = ({ childNodes }: Element): string =>
  childNodes.map((node) => (node.nodeName === '#text' ? (node as Tree.TextNode).value : '')).join('');

const namesOf = (node: Element): string[] => [
  `#${attr(node, 'id') ?? ''}`,
  ...(attr(node, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
];

const isPassword = (node: Element): boolean => attr(node, 'type')?.toLowerCase() === 'password';

/** Shows the form and its password, and enables its fields. Other hidden fields stay hidden: programs are caught with them. */
export const makeUsable = (document: Tree.Document, form: Element): void => {
  const hidden = hiddenNames(document);
  const isStyledAway = (node: Element) => namesOf(node).some((name) => hidden.has(name));
  const reveal = (node: Element): void => {
    show(node);
    if (isStyledAway(node))
      // The element gets back its own way to be shown: a row stays a row.
      setAttr(
        node,
        'style',
        `${attr(node, 'style') ?? ''};display:revert!important;visibility:visible!important;opacity:1!important`,
      );
  };
  for (const one of pathTo(form, null)) reveal(one);
  const inside = elementsOf(form);
  const passwords = inside.filter(isPassword);
  const isSeen = (node: Element) => !pathTo(node, form).some((one) => isHidden(one) || isStyledAway(one));
  const [first] = passwords;
  if (first && !passwords.some(isSeen)) for (const one of pathTo(first, form)) reveal(one);
  for (const node of inside)
    if (/^(?:input|select|textarea|button|fieldset)$/.test(node.tagName))
      for (const name of ['disabled', 'readonly']) dropAttr(node, name);
};
