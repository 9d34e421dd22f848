import { hasOwnVariable } from '@sergak/contract/phishing/phishing.rules.ts';
import { addressMeaning, variableOfAddress } from '@sergak/contract/phishing/foreign-variables.rules.ts';
import { html as spec, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Report } from './import-report.ts';
import { isUnsubscribe } from './import-trackers.ts';
import type { Variables } from './import-variables.ts';

type Given = { readonly report: Report; readonly variables: Variables };

const LINK = '{{link}}';

/** Whether an address leads nowhere by itself, as its author left it. */
const isEmpty = (address: string): boolean =>
  address === '' || address.startsWith('#') || /^\s*javascript:/i.test(address);

/**
 * The new address of a link of an email; `text` is what people read in it. Every address becomes ours. One that leads
 * nowhere, or whose variable is unknown, stays: its author decides about it.
 */
export const newAddress = ({ report, variables }: Given, written: string, text: string): string => {
  const address = written.trim();
  if (address === LINK) return address;
  if (isEmpty(address)) return hasOwnVariable(address) ? '#' : address;
  const variable = variableOfAddress(address);
  const meaning = variable && addressMeaning(variable);
  if (variable && meaning === null) {
    // A variable of the reader would reveal the reader to a foreign server.
    if (!hasOwnVariable(variable.text)) return variable.text;
    report.add('variable_removed', variable.text);
    return '#';
  }
  if (variable) variables.note(variable.text, 'link');
  if (/^(?:mailto|tel|sms):/i.test(address)) report.add('link_mailto', address);
  else if (meaning === 'unsubscribe' || isUnsubscribe(`${text} ${address}`))
    report.add('link_unsubscribe', text || address);
  else if (!variable) report.add('link_replaced', text || address);
  return LINK;
};

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
/** A text that is nested more deeply cannot be saved. */
const DEPTH_MAX = 1_000;
const isInLink = (node: Tree.ChildNode): boolean => {
  let parent = node.parentNode;
  for (let depth = 0; parent && isElement(parent) && depth < DEPTH_MAX; depth += 1) {
    if (parent.tagName === 'a') return true;
    parent = parent.parentNode;
  }
  return false;
};
const PRESSED = /^(?:submit|button|image)$/i;

/** Makes a link of a button of a form, which an email cannot have. Returns whether the element is one. */
export const changeButton = ({ report }: Given, node: Tree.Element): boolean => {
  const valueOf = (name: string) => node.attrs.find((one) => one.name === name)?.value;
  const isInput = node.tagName === 'input' && PRESSED.test(valueOf('type') ?? '');
  if (!isInput && node.tagName !== 'button') return false;
  const label = isInput ? (valueOf('value') ?? valueOf('alt') ?? '') : '';
  const name = isInLink(node) ? 'span' : 'a';
  node.nodeName = name;
  node.tagName = name as typeof node.tagName;
  node.namespaceURI = spec.NS.HTML;
  node.attrs = node.attrs.filter((one) => /^(?:style|class|id|title)$/.test(one.name));
  if (name === 'a') node.attrs.push({ name: 'href', value: LINK });
  if (isInput) node.childNodes = [{ nodeName: '#text', value: label, parentNode: node }];
  report.add('link_replaced', label || node.nodeName);
  return true;
};

/** The text with links instead of its addresses, or null if it has none: not every program makes a link of an address by itself. */
export const linkAddresses = (node: Tree.TextNode): Tree.ChildNode[] | null => {
  const { parentNode, value } = node;
  if (!parentNode || !value.includes(LINK) || isInLink(node)) return null;
  return value.split(LINK).flatMap((text, at): Tree.ChildNode[] => {
    const after: Tree.TextNode = { nodeName: '#text', value: text, parentNode };
    if (at === 0) return [after];
    const { childNodes } = parseFragment(`<a href="${LINK}">${LINK}</a>`);
    for (const one of childNodes) one.parentNode = parentNode;
    return [...childNodes, after];
  });
};
