/** A header block of a message, with its body: of the message, of an attached message, or of a part of them. */
export type MimeBlock = {
  /** First byte of the headers, of the body, and the first byte after the body. */
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
  /** Place of the block with which this block's message begins; a message names itself. */
  readonly message: number;
  readonly headers: BlockHeaders;
};
type BlockHeaders = {
  /** Media type in lower case; null if there is no field. */
  readonly type: string | null;
  readonly charset: string | null;
  readonly boundary: string | null;
  /** Transfer encoding in lower case. */
  readonly encoding: string;
};

/** More parts are not looked at: no mail program writes them. */
const BLOCKS_MAX = 5_000;
const VALUE_MAX = 4_000;
const BOUNDARY_MAX = 250;

export const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start)).toString('latin1');

/** The value of a field of a header block, unfolded; undefined if the block does not have it. */
export const fieldOf = (block: string, name: string): string | undefined => {
  const found = new RegExp(`^${name}[ \\t]*:(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(block)?.[1];
  return found?.slice(0, VALUE_MAX).replace(/\r?\n/g, '').trim();
};
const parameter = (value: string, name: string): string | null => {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(value);
  return found?.[1] ?? found?.[2] ?? null;
};

const headersOf = (block: string): BlockHeaders => {
  const value = fieldOf(block, 'content-type');
  return {
    type: value === undefined ? null : value.split(/[;\s]/, 1)[0]!.toLowerCase(),
    charset: value === undefined ? null : parameter(value, 'charset'),
    boundary: value === undefined ? null : parameter(value, 'boundary'),
    encoding: (fieldOf(block, 'content-transfer-encoding') ?? '').toLowerCase(),
  };
};

const isMessageType = (type: string | null): boolean => type === 'message/rfc822' || type === 'message/global';

type Open = { start: number; bodyStart: number; message: number; headers: BlockHeaders | null };

/**
 * Finds the header blocks of a message and of everything that is attached to it without encoding. Takes time in proportion to
 * the length.
 */
export const scanMime = (raw: Uint8Array): MimeBlock[] => {
  const blocks: (Open & { end: number })[] = [];
  const boundaries = new Map<string, number>();
  const begin = (start: number, message: number) =>
    blocks.push({ start, bodyStart: raw.length, message, headers: null, end: raw.length });
  /** Ends the headers of the last block. A message attached without encoding follows at once. */
  const endHeaders = (end: number, next: number) => {
    const block = blocks.at(-1)!;
    block.headers = headersOf(latin1(raw, block.start, end));
    block.bodyStart = next;
    const { boundary, type, encoding } = block.headers;
    if (boundary !== null && boundary.length <= BOUNDARY_MAX) boundaries.set(boundary.trimEnd(), block.message);
    if (isMessageType(type) && !/base64|quoted-printable/.test(encoding)) begin(next, blocks.length);
  };
  begin(0, 0);
  for (let at = 0; at < raw.length && blocks.length < BLOCKS_MAX;) {
    const found = raw.indexOf(10, at);
    const next = found < 0 ? raw.length : found + 1;
    const isInHeaders = blocks.at(-1)!.headers === null;
    const line = raw[at] === 45 && raw[at + 1] === 45 ? latin1(raw, at + 2, Math.min(next, at + BOUNDARY_MAX + 6)) : '';
    const name = line.trimEnd();
    const owner = line === '' ? undefined : boundaries.get(name);
    const isClosing = owner === undefined && name.endsWith('--') && boundaries.has(name.slice(0, -2));
    if (owner !== undefined || isClosing) {
      if (isInHeaders) endHeaders(at, at);
      for (let n = blocks.length - 1; n > 0 && blocks[n]!.end === raw.length; n -= 1) blocks[n]!.end = at;
      if (owner !== undefined) begin(next, owner);
    } else if (isInHeaders && isBlank(raw, at, next)) endHeaders(at, next);
    at = next;
  }
  if (blocks.at(-1)!.headers === null) endHeaders(raw.length, raw.length);
  return blocks.flatMap(({ headers, ...block }) => (headers === null ? [] : [{ ...block, headers }]));
};

const isBlank = (raw: Uint8Array, from: number, to: number): boolean =>
  raw[from] === 10 || (raw[from] === 13 && raw[from + 1] === 10) || from === to;
