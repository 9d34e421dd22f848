import { SaxesParser } from 'saxes';
import { rejected } from './failure.ts';

/** An element with its namespace. Names of attributes are without prefixes. */
export type Element = {
  readonly local: string;
  readonly uri: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  readonly parent: Element | null;
  text: string;
};

const DEPTH_MAX = 40;
const ELEMENTS_MAX = 20_000;

/**
 * Parses SAML strictly. Whatever two parsers could read differently is rejected: DOCTYPE, comments, processing
 * instructions, CDATA.
 */
export const parseSaml = (text: string, { comments = false } = {}): Element => {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const root: Element = { local: '', uri: '', attributes: {}, children: [], parent: null, text: '' };
  let current: Element = root;
  let depth = 0;
  let count = 0;
  const reject = (what: string) => () => {
    throw rejected(`the XML contains ${what}`);
  };
  parser.on('error', reject('an error'));
  parser.on('doctype', reject('a DOCTYPE'));
  if (!comments) parser.on('comment', reject('a comment'));
  parser.on('processinginstruction', reject('a processing instruction'));
  parser.on('cdata', reject('CDATA'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1;
    count += 1;
    if (depth > DEPTH_MAX || count > ELEMENTS_MAX) throw rejected('the XML is too large');
    const plain = Object.values(attributes).filter((one) => one.prefix !== 'xmlns' && one.name !== 'xmlns');
    const own = Object.fromEntries(plain.map((one) => [one.local, one.value]));
    const element: Element = { local, uri, attributes: own, children: [], parent: current, text: '' };
    current.children.push(element);
    current = element;
  });
  parser.on('closetag', () => {
    depth -= 1;
    current = current.parent!;
  });
  parser.on('text', (part) => {
    current.text += part;
  });
  parser.write(text).close();
  const [document] = root.children;
  if (!document) throw rejected('the XML has no element');
  return document;
};

/** Parses metadata, which may contain comments: whole values are read there, none of which a comment can cut. */
export const parseMetadataXml = (text: string): Element => parseSaml(text.replace(/^\uFEFF/, ''), { comments: true });

/** The element and everything inside it. */
export const everything = (element: Element): Element[] => [element, ...element.children.flatMap(everything)];
export const samlChildren = (element: Element | undefined, uri: string, local: string): Element[] =>
  element?.children.filter((child) => child.local === local && child.uri === uri) ?? [];

/** The only child of this name; throws if there are several, or none. */
export const only = (element: Element, uri: string, local: string): Element => {
  const found = samlChildren(element, uri, local);
  if (found.length !== 1) throw rejected(`${found.length} elements ${local} in ${element.local}`);
  return found[0]!;
};
