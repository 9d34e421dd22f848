import { randomFillSync } from 'node:crypto';
import type { HitKind } from './tracking.types.ts';

const pool = Buffer.alloc(4_096);
let used = pool.length;
const digits: Readonly<Record<HitKind, string>> = {
  opened: '1',
  clicked: '2',
  opened_attachment: '3',
  entered_data: '4',
  used_page: '5',
};
const FORM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{11}[1-5]$/;

/**
 * Returns a UUID of version 7, so that ids of one time are adjacent in the index. Its last digit is the kind of the event.
 */
export const newEventId = (at: Date, kind: HitKind): string => {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const time = at.getTime().toString(16).padStart(12, '0');
  const random = pool.toString('hex', used, (used += 10));
  const variant = ((parseInt(random[3]!, 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 18)}${digits[kind]}`;
};

/** Whether a text can be the id of an event of this kind: a form cannot be sent under the id of a click. */
export const isEventId = (text: string, kind: HitKind): boolean => FORM.test(text) && text.endsWith(digits[kind]);
