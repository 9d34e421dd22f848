import { SaxesParser, type SaxesTagNS } from 'saxes';
import { AppError } from '../../../platform/errors.ts';

export type XmlTag = SaxesTagNS;
export type XmlHandlers = {
  readonly open: (tag: XmlTag) => void;
  readonly close?: (tag: XmlTag) => void;
  readonly text?: (text: string) => void;
};

const DEPTH_MAX = 500;
const reject = (): never => {
  throw new AppError('attachment.broken');
};

/**
 * Reads a part of an Office package as programs do: with namespaces, character references and CDATA resolved. Rejects what is
 * not well-formed UTF-8 XML, and a DOCTYPE, so that no other program can read something else in it.
 */
export const readXml = (bytes: Uint8Array, { open, close, text }: XmlHandlers): void => {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('error', reject);
  parser.on('doctype', reject);
  parser.on('xmldecl', ({ encoding, version }) => {
    if ((encoding !== undefined && encoding.toLowerCase() !== 'utf-8') || version !== '1.0') reject();
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > DEPTH_MAX) reject();
    open(tag);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    close?.(tag);
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.write(decode(bytes)).close();
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return reject();
  }
};

/** The value of an attribute without a namespace. */
export const plainAttribute = ({ attributes }: XmlTag, name: string): string | undefined => {
  const found = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return found?.value;
};
