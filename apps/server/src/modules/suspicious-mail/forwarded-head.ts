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

/** Sender and subject of an email that was forwarded inline; null if the text contains no such lines. */
export const forwardedHead = (text: string): { sender: string; subject: string } | null => {
  const from = sender.exec(text);
  if (from === null) return null;
  const near = text.slice(Math.max(0, from.index - NEAR), from.index + NEAR);
  const about = subject.exec(near);
  // A line «От: …» alone can be part of a text that somebody wrote.
  return about === null ? null : { sender: from[1]!.trim(), subject: about[1]!.trim() };
};
