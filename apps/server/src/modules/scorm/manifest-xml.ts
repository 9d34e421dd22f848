import { SaxesParser } from 'saxes';
import { ScormPackageError } from './packages-error.ts';

/** An element without its prefix. Attributes are without prefixes too, except `xml:base`, which is `base`. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
};

export const MANIFEST_BYTES_MAX = 5_000_000;
const DEPTH_MAX = 64;
const ELEMENTS_MAX = 100_000;

const decodeAs = (bytes: Uint8Array, encoding: string): string => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ScormPackageError('manifest_malformed');
  }
};

/** The text of an XML file in the encoding that its first bytes or its declaration name; UTF-8 if they name none. */
export const decodeXml = (bytes: Buffer): string => {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return decodeAs(bytes, 'utf-16le');
  if (a === 0xfe && b === 0xff) return decodeAs(bytes, 'utf-16be');
  if (a === 0x3c && b === 0) return decodeAs(bytes, 'utf-16le');
  if (a === 0 && b === 0x3c) return decodeAs(bytes, 'utf-16be');
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(
    bytes.toString('latin1', 0, 300),
  )?.[1];
  // A declared UTF-16 without its two-byte characters is a wrong declaration: such files are UTF-8.
  return decodeAs(bytes, declared && !/^utf-?16|^ucs/i.test(declared) ? declared : 'utf-8');
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses a document. A DOCTYPE is rejected, so that no entity is ever expanded. */
export const parseXml = (text: string): XmlElement => {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let elements = 0;
  parser.on('error', () => {
    throw new ScormPackageError('manifest_malformed');
  });
  parser.on('doctype', () => {
    throw new ScormPackageError('manifest_doctype');
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (open.length > DEPTH_MAX || elements > ELEMENTS_MAX) throw new ScormPackageError('manifest_too_large');
    const local = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    const element = { name: localName(name), attributes: Object.fromEntries(local), children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (part: string) => {
    open.at(-1)!.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  const [document] = root.children;
  if (!document) throw new ScormPackageError('manifest_malformed');
  return document;
};

export const manifestChildren = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
/** The text of a child element, trimmed; empty if there is none. */
export const textOf = (element: XmlElement | undefined, name: string): string =>
  childOf(element, name)?.text.replace(/\s+/g, ' ').trim() ?? '';
