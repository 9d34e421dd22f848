import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { SystemTx } from '../../platform/db.ts';

/** An address stays known for this long after the last sign-in from it. */
const KNOWN_MS = 90 * DAY;

/** Whether the account has signed in from this place within the last 90 days. */
export const isKnownPlace = async (tx: SystemTx, place: Buffer): Promise<boolean> => {
  const row = await tx
    .selectFrom('known_places')
    .select('seen_at')
    .where('place', '=', place)
    .where('seen_at', '>', iso(after(now(), -KNOWN_MS)))
    .executeTakeFirst();
  return row !== undefined;
};

export const rememberPlace = (tx: SystemTx, place: Buffer) =>
  tx
    .insertInto('known_places')
    .values({ place, seen_at: now() })
    .onConflict((oc) => oc.column('place').doUpdateSet({ seen_at: now() }))
    .execute();
