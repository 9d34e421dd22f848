// A message that is signed as a whole (S/MIME, `application/pkcs7-mime` with signed data) holds its content within the signature:
// SEQUENCE { signedData, [0] { SEQUENCE { version, algorithms, SEQUENCE { data, [0] { OCTET STRING } }, … } } }. Nothing is verified.

type Value = { readonly tag: number; readonly start: number; readonly end: number; readonly next: number };

const SEQUENCE = 0x30;
const CONTEXT = 0xa0;
const OCTETS = 0x04;
const OCTETS_IN_PARTS = 0x24;
const SIGNED_DATA = Buffer.from('2a864886f70d010702', 'hex');
/** Levels of values whose end is not stated, and parts of a text that has several. */
const DEPTH_MAX = 12;
const PARTS_MAX = 100_000;

/** The value (BER) that begins at a place; null if it is broken. */
const valueAt = (bytes: Buffer, at: number, limit: number, depth = 0): Value | null => {
  const [tag, size] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || size === undefined || at + 2 > limit || depth > DEPTH_MAX) return null;
  if (size === 0x80) {
    let end = at + 2;
    while (end < limit && !(bytes[end] === 0 && bytes[end + 1] === 0)) {
      const inside = valueAt(bytes, end, limit, depth + 1);
      if (!inside) return null;
      end = inside.next;
    }
    return { tag, start: at + 2, end, next: end + 2 };
  }
  const count = size < 0x80 ? 0 : size & 0x7f;
  if (count > 4 || at + 2 + count > limit) return null;
  const length = count === 0 ? size : bytes.readUIntBE(at + 2, count);
  const start = at + 2 + count;
  return start + length > limit ? null : { tag, start, end: start + length, next: start + length };
};

/** The values inside of a value, at most so many. */
const valuesIn = (bytes: Buffer, { start, end }: Pick<Value, 'start' | 'end'>, most: number): Value[] => {
  const found: Value[] = [];
  for (let at = start; at < end && found.length < most;) {
    const one = valueAt(bytes, at, end);
    if (!one) break;
    found.push(one);
    at = one.next;
  }
  return found;
};

/** The content of signed data; null if it is encrypted, or signed apart. */
export const signedContent = (content: Uint8Array): Uint8Array | null => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const inside = (value: Value | null | undefined, most = 4): Value[] => (value ? valuesIn(bytes, value, most) : []);
  const outer = valueAt(bytes, 0, bytes.length);
  const [kind, data] = outer?.tag === SEQUENCE ? inside(outer) : [];
  if (!kind || !bytes.subarray(kind.start, kind.end).equals(SIGNED_DATA) || data?.tag !== CONTEXT) return null;
  const [, , encapsulated] = inside(inside(data)[0]);
  const [, wrapper] = inside(encapsulated);
  const [octets] = wrapper?.tag === CONTEXT ? inside(wrapper) : [];
  if (octets?.tag === OCTETS) return bytes.subarray(octets.start, octets.end);
  if (octets?.tag !== OCTETS_IN_PARTS) return null;
  return Buffer.concat(inside(octets, PARTS_MAX).map(({ start, end }) => bytes.subarray(start, end)));
};
