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

/** The classes and ids that style sheets of the page hide by themselves: `.step2 { display: none }`. */
const hiddenNames = (document: Tree.Document): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const node of elementsOf(document)) {
    if (node.tagName !== 'style') continue;
    for (const rule of rawText(node).split('}')) {
      const at = rule.lastIndexOf('{');
      if (at < 0 || (rule.slice(at + 1).match(HIDING) ?? []).length === 0) continue;
      const selectors = rule.slice(rule.lastIndexOf('{', at - 1) + 1, at).split(',');
      for (const one of selectors) if (/^\s*[.#][\w-]+\s*$/.test(one)) names.add(one.trim());
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
      setAttr(node, 'style', `${attr(node, 'style') ?? ''};display:block;visibility:visible;opacity:1`);
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
