import { SheetError } from './sheet-types.ts';

export type XmlHandlers = {
  readonly open?: (name: string, attributes: string) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

/** No tag and no run of text in a workbook is longer; without a bound one that never ends would be searched for ever. */
const MAX_TOKEN = 1024 * 1024;
const MAX_DEPTH = 64;

/**
 * Walks through XML as it streams; names come without their prefix, attributes as written (see `attribute`).
 * Strict where it matters: tags must nest and end, declarations (DOCTYPE, ENTITY) are refused, so nothing expands.
 */
export const scanXml = async (source: AsyncIterable<Uint8Array>, handlers: XmlHandlers) => {
  const feed = xmlFeeder(handlers);
  for await (const _ of scanXmlSteps(source, feed)); // only the handlers are wanted
};

/** The same, pausing after each piece of input, so that what the handlers gathered can be taken away. */
export async function* scanXmlSteps(source: AsyncIterable<Uint8Array>, feed: ReturnType<typeof xmlFeeder>) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw malformed();
    }
  };
  for await (const chunk of source) {
    feed.push(decode(chunk));
    yield;
  }
  feed.push(decode());
  feed.end();
}

export const xmlFeeder = ({ open, text, close }: XmlHandlers) => {
  const path: string[] = [];
  let buffer = '';
  let seen = false;

  const tag = (body: string) => {
    if (body.startsWith('/')) {
      const name = localName(body.slice(1).trim());
      if (path.pop() !== name) throw malformed();
      close?.(name);
      return;
    }
    const alone = body.endsWith('/');
    const inner = alone ? body.slice(0, -1) : body;
    const space = inner.search(/\s/);
    const name = localName(space < 0 ? inner : inner.slice(0, space));
    if (name === '' || path.length >= MAX_DEPTH || (path.length === 0 && seen)) throw malformed();
    seen = true;
    open?.(name, space < 0 ? '' : inner.slice(space));
    if (alone) close?.(name);
    else path.push(name);
  };

  const special = (at: number): number => {
    const [start, end] = buffer.startsWith('<!--', at)
      ? ([4, '-->'] as const)
      : buffer.startsWith('<![CDATA[', at)
        ? ([9, ']]>'] as const)
        : buffer.startsWith('<?', at)
          ? ([2, '?>'] as const)
          : ([0, ''] as const);
    if (start === 0) {
      if (buffer.length - at < 9 && ('<!--'.startsWith(buffer.slice(at)) || '<![CDATA['.startsWith(buffer.slice(at))))
        return -1;
      throw malformed();
    }
    const found = buffer.indexOf(end, at + start);
    if (found < 0) return -1;
    if (start === 9) text?.(buffer.slice(at + 9, found));
    return found + end.length;
  };

  return {
    push: (piece: string) => {
      buffer += piece;
      let at = 0;
      for (;;) {
        const less = buffer.indexOf('<', at);
        if (less < 0) break;
        if (less > at) text?.(decodeEntities(buffer.slice(at, less)));
        at = less;
        const next = buffer[at + 1];
        if (next === undefined) break;
        const end = next === '!' || next === '?' ? special(at) : tagEnd(buffer, at + 1);
        if (end < 0) break;
        if (next !== '!' && next !== '?') tag(buffer.slice(at + 1, end - 1));
        at = end;
      }
      buffer = buffer.slice(at);
      if (buffer.length > MAX_TOKEN) throw malformed();
    },
    end: () => {
      if (path.length > 0 || !seen || buffer.trim() !== '') throw malformed();
    },
  };
};

/** The place after a tag's `>`; one inside a quoted attribute does not count. */
const tagEnd = (buffer: string, from: number) => {
  let quote = '';
  for (let i = from; ; i++) {
    const end = buffer.indexOf('>', i);
    if (end < 0) return -1;
    for (; i < end; i++) {
      const char = buffer[i]!;
      if (quote ? char === quote : char === '"' || char === "'") quote = quote ? '' : char;
    }
    if (!quote) return end + 1;
  }
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const patterns = new Map<string, RegExp>();

/** The value of one attribute, by its name with or without a prefix. */
export const attribute = (attributes: string, name: string) => {
  let pattern = patterns.get(name);
  if (!pattern) patterns.set(name, (pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)));
  const found = pattern.exec(attributes);
  return found ? decodeEntities(found[1] ?? found[2] ?? '') : undefined;
};

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export const decodeEntities = (text: string) => {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, body: string) => {
    if (body[0] !== '#') return named[body] ?? whole;
    const code = /^#x/i.test(body) ? parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
};

/** Excel writes characters that XML forbids as `_x000D_`. */
export const decodeEscapes = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

const malformed = () => new SheetError('broken', { detail: 'xml' });
