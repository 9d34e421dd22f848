/** The upper half of code page 437, which `TextDecoder` does not know. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

export const nameEncodings = ['utf-8', 'ibm866', 'windows-1251', 'cp437'] as const;
export type NameEncoding = (typeof nameEncodings)[number];

/** Decodes the bytes of a name; undefined if they are not text in this encoding. */
export const decodeName = (bytes: Uint8Array, encoding: NameEncoding): string | undefined => {
  if (encoding === 'cp437')
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80]!)).join('');
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
