import { createHash } from 'node:crypto';
import { DAY } from '../../../platform/clock.ts';

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
/** Lines are at most 75 bytes long; a continuation begins with a space. Characters are never divided. */
const fold = (line: string): string => {
  let out = '';
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > 74) {
      out += '\r\n ';
      bytes = 1;
    }
    out += sign;
    bytes += size;
  }
  return out;
};
const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** An invitation in iCalendar format: one hour, on the day after it is sent at ten o'clock of the recipient's clock. */
export const calendarInvitation = (event: {
  title: string;
  text: string;
  link: string;
  at: Date;
  uid: string;
}): string => {
  const day = new Date(event.at.getTime() + DAY).toISOString().slice(0, 10).replaceAll('-', '');
  const uid = createHash('sha256').update(event.uid).digest('hex').slice(0, 32);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(event.at)}`,
    `DTSTART:${day}T100000`,
    `DTEND:${day}T110000`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.text)}`,
    `URL:${event.link}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
};
