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

/** Tags of WebVTT with their class and annotation, and timestamps inside a cue. All else that looks like a tag is text. */
const tag = /<\/?(?:[ibuc]|ruby|rt|v|lang)(?:\.[^\s<>&.]+)*(?:[ \t][^<>]*)?>|<(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}>/g;
const entity = /&(?!(?:[a-z][a-z\d]*|#\d+|#x[\da-f]+);)/gi;
const escaped = (text: string): string => text.replace(entity, '&amp;').replaceAll('<', '&lt;');
/** The words of a cue, in which `<` and `&` mean themselves outside tags and entities: browsers do not show unknown tags. */
const cueText = (text: string): string => {
  let [shown, from] = ['', 0];
  for (const { 0: found, index } of text.matchAll(tag)) {
    shown += escaped(text.slice(from, index)) + found;
    from = index + found.length;
  }
  return shown + escaped(text.slice(from));
};

/** Number of the first line after a cue that begins at `at`: an empty one, or the next cue with its number without one. */
const endOf = (lines: readonly string[], at: number): number => {
  let end = at;
  while (lines[end] && !timing.test(lines[end]!)) end += 1;
  const isNext = lines[end] && end > at && /^\d+$/.test(lines[end - 1]!);
  return isNext ? end - 1 : end;
};

/**
 * The captions of a WebVTT or SubRip file as WebVTT without styles, positions, notes and cues that take no time; null if
 * nothing is left. Source: https://www.w3.org/TR/webvtt1/, section 4.
 */
export const toWebVtt = (text: string): string | null => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  const cues: string[] = [];
  for (const [at, line] of lines.entries()) {
    const found = timing.exec(line);
    if (!found) continue;
    const [from, to] = [milliseconds(found.slice(1, 5)), milliseconds(found.slice(5, 9))];
    // SubRip places captions by `{\an8}` and colours them by <font>, which are no WebVTT, and writes <I> for <i>.
    const shown = lines
      .slice(at + 1, endOf(lines, at + 1))
      .join('\n')
      .replace(/\{\\[^{}\n]*\}|<\/?font(?:[ \t][^<>\n]*)?>/gi, '')
      .replace(/<\/?[BIU]>/g, (found) => found.toLowerCase())
      .replaceAll('-->', '→');
    if (from < to && shown !== '') cues.push(`${clock(from)} --> ${clock(to)}\n${cueText(shown)}\n`);
  }
  return cues.length === 0 ? null : `WEBVTT\n\n${cues.join('\n')}`;
};
