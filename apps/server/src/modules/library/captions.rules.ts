/** Text of a subtitle file: UTF-8 or UTF-16 by its byte order mark, else UTF-8 if it is valid, else windows-1251. */
export const decodeText = (bytes: Buffer): string => {
  const mark = bytes.subarray(0, 2).toString('latin1');
  if (mark === '\xff\xfe') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '\xfe\xff') return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
};

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const timing = new RegExp(`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]|$)`);

/** Milliseconds of hours, minutes, seconds and a fraction, as `timing` captures them. */
const milliseconds = (parts: readonly (string | undefined)[]): number => {
  const [hours = '0', minutes, seconds, fraction] = parts;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction!.padEnd(3, '0'));
};
const clock = (at: number): string => {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(at / 3_600_000)}:${two((at / 60_000) % 60)}:${two((at / 1000) % 60)}.${String(at % 1000).padStart(3, '0')}`;
};

/**
 * The captions of a WebVTT or SubRip file as WebVTT without styles, positions and notes; null if it has no caption, or one
 * that ends before it begins. Source: https://www.w3.org/TR/webvtt1/, section 4.
 */
export const toWebVtt = (text: string): string | null => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const cues: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const found = timing.exec(lines[at]!.trim());
    if (!found) continue;
    const [from, to] = [milliseconds(found.slice(1, 5)), milliseconds(found.slice(5, 9))];
    if (to <= from) return null;
    const words: string[] = [];
    while (lines[at + 1]?.trim()) words.push(lines[(at += 1)]!.trim());
    // Some programs place captions by `{\an8}`, which browsers would show.
    const shown = words
      .join('\n')
      .replace(/\{\\[^{}\n]*\}/g, '')
      .replaceAll('-->', '→');
    if (shown !== '') cues.push(`${clock(from)} --> ${clock(to)}\n${shown}\n`);
  }
  return cues.length === 0 ? null : `WEBVTT\n\n${cues.join('\n')}`;
};
