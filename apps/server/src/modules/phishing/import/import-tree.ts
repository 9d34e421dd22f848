import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

export type Element = Tree.Element;

export const isElement = (node: Tree.Node): node is Element => 'tagName' in node;

/** All nodes below a node, without recursion: a text may be nested deeply. */
export const nodesOf = (root: Tree.ParentNode): Tree.ChildNode[] => {
  const found: Tree.ChildNode[] = [];
  const waiting: Tree.ParentNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop())
    for (const child of node.childNodes) {
      found.push(child);
      if ('childNodes' in child) waiting.push(child);
    }
  return found;
};
/** The elements below a node in the order of the text. */
export const elementsOf = (root: Tree.ParentNode): Element[] => {
  const found: Element[] = [];
  const waiting: Tree.Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node) && node !== root) found.push(node);
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return found;
};

export const attr = (node: Element, name: string): string | undefined =>
  node.attrs.find((one) => one.name === name)?.value;
export const setAttr = (node: Element, name: string, value: string): void => {
  const found = node.attrs.find((one) => one.name === name);
  if (found) found.value = value;
  else node.attrs.push({ name, value });
};
export const dropAttr = (node: Element, name: string): void => {
  node.attrs = node.attrs.filter((one) => one.name !== name);
};

export const detach = (node: Tree.ChildNode): void => {
  const siblings = node.parentNode?.childNodes;
  const at = siblings?.indexOf(node) ?? -1;
  if (at >= 0) siblings!.splice(at, 1);
};
/** Puts nodes in the place of another one. */
export const replaceWith = (node: Tree.ChildNode, others: readonly Tree.ChildNode[]): void => {
  const parent = node.parentNode!;
  for (const one of others) one.parentNode = parent;
  parent.childNodes.splice(parent.childNodes.indexOf(node), 1, ...others);
};
/** The nodes of a piece of HTML. */
export const nodesOfHtml = (html: string): Tree.ChildNode[] => parseFragment(html).childNodes;

export const textOf = (node: Tree.Node): string => {
  let text = '';
  const waiting: Tree.Node[] = [node];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.nodeName === '#text') text += ` ${(one as Tree.TextNode).value}`;
    if ('childNodes' in one) waiting.push(...one.childNodes.toReversed());
  }
  return text.trim();
};

/** The body of a document; undefined for a frameset. */
export const bodyOf = (document: Tree.Document): Element | undefined =>
  document.childNodes
    .find(isElement)
    ?.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'body');
