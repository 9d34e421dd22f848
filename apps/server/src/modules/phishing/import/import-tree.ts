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

const places = new WeakMap<Tree.ParentNode, Map<Tree.ChildNode, number>>();
/** The place of a node among its siblings, or -1. Looking for each of a hundred thousand siblings would take minutes. */
const placeOf = (parent: Tree.ParentNode, node: Tree.ChildNode): number => {
  const known = places.get(parent)?.get(node);
  if (known !== undefined && parent.childNodes[known] === node) return known;
  const found = new Map(parent.childNodes.map((child, at) => [child, at]));
  places.set(parent, found);
  return found.get(node) ?? -1;
};
const emptyText = (parentNode: Tree.ParentNode): Tree.TextNode => ({ nodeName: '#text', value: '', parentNode });

/** Removes a node. An empty text stays in its place, so that the places of its siblings stay known. */
export const detach = (node: Tree.ChildNode): void => {
  const { parentNode } = node;
  const at = parentNode ? placeOf(parentNode, node) : -1;
  if (parentNode && at >= 0) parentNode.childNodes[at] = emptyText(parentNode);
};
/** Puts nodes in the place of another one, if it has a place. */
export const replaceWith = (node: Tree.ChildNode, others: readonly Tree.ChildNode[]): void => {
  const parent = node.parentNode;
  const at = parent ? placeOf(parent, node) : -1;
  if (!parent || at < 0) return;
  for (const one of others) one.parentNode = parent;
  if (others.length === 1) parent.childNodes[at] = others[0]!;
  else parent.childNodes = parent.childNodes.toSpliced(at, 1, ...others);
};
/** Puts nodes in the places of many others. */
export const replaceAll = (others: ReadonlyMap<Tree.ChildNode, readonly Tree.ChildNode[]>): void => {
  const parents = new Set([...others.keys()].flatMap(({ parentNode }) => parentNode ?? []));
  for (const parent of parents)
    parent.childNodes = parent.childNodes.flatMap((child) => {
      const found = others.get(child);
      for (const one of found ?? []) one.parentNode = parent;
      return found ?? child;
    });
};
/** The nodes of a piece of HTML. */
export const nodesOfHtml = (html: string): Tree.ChildNode[] => parseFragment(html).childNodes;

export const textOf = (node: Tree.Node): string => {
  let text = '';
  const waiting: Tree.Node[] = [node];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.nodeName === '#text') text += ` ${(one as Tree.TextNode).value}`;
    if ('childNodes' in one) for (const child of one.childNodes.toReversed()) waiting.push(child);
  }
  return text.trim();
};

/** The body of a document; undefined for a frameset. */
export const bodyOf = (document: Tree.Document): Element | undefined =>
  document.childNodes
    .find(isElement)
    ?.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'body');
