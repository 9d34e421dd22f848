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

export const isHidden = (node: Element): boolean =>
  attr(node, 'hidden') !== undefined ||
  (attr(node, 'style')?.match(HIDING) ?? []).length > 0 ||
  (attr(node, 'class')?.split(/\s+/) ?? []).some((name) => HIDING_CLASS.test(name));

const pathTo = (node: Element, top: Element | null): Element[] => {
  const path: Element[] = [];
  for (let one: Tree.ParentNode | null = node; one && one !== top; one = 'parentNode' in one ? one.parentNode : null)
    if (isElement(one)) path.push(one);
  return path;
};

const isPassword = (node: Element): boolean => attr(node, 'type')?.toLowerCase() === 'password';

/** Shows the form and its password, and enables its fields. Other hidden fields stay hidden: programs are caught with them. */
export const makeUsable = (form: Element): void => {
  for (const one of pathTo(form, null)) show(one);
  const inside = elementsOf(form);
  const passwords = inside.filter(isPassword);
  const isSeen = (node: Element) => !pathTo(node, form).some(isHidden);
  const [first] = passwords;
  if (first && !passwords.some(isSeen)) for (const one of pathTo(first, form)) show(one);
  for (const node of inside)
    if (/^(?:input|select|textarea|button|fieldset)$/.test(node.tagName))
      for (const name of ['disabled', 'readonly']) dropAttr(node, name);
};
