import { after, iso, MINUTE } from '../../platform/clock.ts';

/** The emails that may be claimed now, and from when the next one may be once `emails` are claimed. */
export type Pace = { readonly free: number; nextSlotAt(emails: number): string };

/** Parts of a minute in which slots that nobody used are made up for. */
const PARTS = 30;

/**
 * Slots at equal distances, so that any 60 seconds hold at most `cap` emails, however many senders claim. Slots of the last two
 * seconds are kept for a claim that comes late; the distance is so much longer that they do not exceed the cap.
 */
export const paceOf = (cap: number, nextSlotAt: string | null, at: Date): Pace => {
  const kept = Math.ceil(cap / PARTS) - 1;
  const distance = MINUTE / (cap - kept);
  const earliest = at.getTime() - kept * distance;
  const next = Math.max(earliest, nextSlotAt === null ? earliest : Date.parse(nextSlotAt));
  const free = next > at.getTime() ? 0 : Math.min(kept, Math.floor((at.getTime() - next) / distance)) + 1;
  return { free, nextSlotAt: (emails) => iso(after(new Date(next), Math.ceil(emails * distance))) };
};
