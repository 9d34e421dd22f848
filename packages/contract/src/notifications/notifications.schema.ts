import { z } from 'zod';
import { id, instant } from '../paging.ts';
import { kindNames, notificationWays } from './notifications.rules.ts';

const kind = z.enum(kindNames);
const way = z.enum(notificationWays);

export const notification = z.object({
  id,
  kind,
  /** What it is about; null if it is about the organisation. */
  thing_id: z.uuid().nullable(),
  /** Name of the thing; empty if it has none. */
  title: z.string(),
  /** How many things or people it is about. */
  number: z.int(),
  /** Last day of the licence; null for other kinds. */
  day: z.string().nullable(),
  raised_at: instant,
  /** When its cause ended; null while it lasts. */
  ended_at: instant.nullable(),
  read: z.boolean(),
});
export type Notification = z.output<typeof notification>;

export const notificationPage = z.object({ data: z.array(notification), total_count: z.int(), unread: z.int() });

/** One line of what waits for the person. */
export const waitingLine = z.object({
  kind,
  count: z.int(),
  /** Since when the oldest one waits. */
  since: instant,
  day: z.string().nullable(),
  /** The first ones, the oldest first; empty for kinds without pages of their own. */
  things: z.array(z.object({ id: z.uuid(), title: z.string(), number: z.int() })),
});
export type WaitingLine = z.output<typeof waitingLine>;
export const waiting = z.object({ data: z.array(waitingLine) });

export const choices = z.object({ data: z.array(z.object({ kind, way, usual: way })) });
export const choicesBody = z.strictObject({ data: z.array(z.strictObject({ kind, way })).max(kindNames.length) });

const minute = z.int().min(0).max(1439).nullable();
export const quietHours = z.object({ from: minute, to: minute, days_off: z.boolean(), version: z.int() });
export const quietHoursBody = z
  .strictObject({ from: minute, to: minute, days_off: z.boolean(), version: z.int32().min(0) })
  .refine((one) => (one.from === null) === (one.to === null), { path: ['to'] });

export const readBody = z.strictObject({ ids: z.array(z.uuid()).max(200).nullable() });
