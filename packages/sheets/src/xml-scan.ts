import { SaxesParser } from 'saxes';
import { SheetError } from './sheet-types.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

export type XmlHandlers = {
  readonly open?: (name: string, attributes: XmlAttributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

/** Parses XML as it streams. Element names are passed without their prefix, attributes and text decoded. */
export const scanXml = async (source: AsyncIterable<Uint8Array>, handlers: XmlHandlers) => {
  for await (const _ of scanXmlSteps(source, handlers)); // the handlers do the work
};

/**
 * Does the same, and pauses after each chunk so that the caller can take the results of the handlers. The whole
 * document must be well-formed UTF-8. A DOCTYPE is rejected, so no entity is ever expanded.
 */
export async function* scanXmlSteps(source: AsyncIterable<Uint8Array>, { open, text, close }: XmlHandlers) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new SaxesParser({ xmlns: false, position: false });
  const reject = () => {
    throw malformed();
  };
  parser.on('error', reject);
  parser.on('doctype', reject);
  if (open) parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(localName(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw malformed();
    }
  };
  for await (const chunk of source) {
    parser.write(decode(chunk));
    yield;
  }
  parser.write(decode());
  parser.close();
  yield;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Excel writes characters that XML forbids as `_x000D_`. */
export const decodeEscapes = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

const malformed = () => new SheetError('broken', { detail: 'xml' });
