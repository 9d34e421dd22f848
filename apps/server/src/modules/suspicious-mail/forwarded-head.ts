/** The lines with which mail programs introduce a forwarded email, in the languages that our users have. */
const names = {
  sender: 'From|От|От кого|Отправитель|Kimdan|Yuboruvchi',
  subject: 'Subject|Тема|Mavzu',
} as const;
const lineOf = (which: keyof typeof names) =>
  new RegExp(`^[>\\t\\u00a0 *_|]*(?:${names[which]})[*_]*\\s*:[*_]*\\s*(\\S.*)$`, 'im');
const sender = lineOf('sender');
const subject = lineOf('subject');

/** Longest distance between the two lines, in characters. */
const NEAR = 1_500;

/** Yandex writes one line below its banner: «30.11.2026, 10:00, "Имя" <a@b.test>:». The subject is that of the whole message. */
const BANNER =
  /(?<!-)-{5,20}\s{0,5}(?:Пересылаемое сообщение|Forwarded message|Uzatilgan xabar)\s{0,5}-{5,20}[>\s]{1,20}\d{1,2}[./]\d{1,2}[./]\d{4},?[\d:\s]{0,12},[^\S\n]{0,5}([^<>\n]{0,200}<[^<>\s]{3,254}>)\s{0,3}:/i;

/**
 * Sender and subject of an email that was forwarded inline, the subject empty if the program did not write it; null if the text
 * contains no such lines.
 */
export const forwardedHead = (text: string): { sender: string; subject: string } | null => {
  const banner = BANNER.exec(text);
  if (banner !== null) return { sender: banner[1]!.trim(), subject: '' };
  const from = sender.exec(text);
  if (from === null) return null;
  const near = text.slice(Math.max(0, from.index - NEAR), from.index + NEAR);
  const about = subject.exec(near);
  // A line «От: …» alone can be part of a text that somebody wrote.
  return about === null ? null : { sender: from[1]!.trim(), subject: about[1]!.trim() };
};
