import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';

/** Deletes expired sessions and codes at once, links 30 days after they expire, and places not used for 90 days. */
export const sweepExpired = ({ db }: Platform): Promise<void> =>
  inSystem(db, async (tx) => {
    const at = now();
    await tx.deleteFrom('sessions').where('expires_at', '<', iso(at)).execute();
    await tx
      .deleteFrom('link_tokens')
      .where('expires_at', '<', iso(after(at, -30 * DAY)))
      .execute();
    await tx.deleteFrom('two_factor_codes').where('expires_at', '<', iso(at)).execute();
    await tx
      .deleteFrom('known_places')
      .where('seen_at', '<', iso(after(at, -90 * DAY)))
      .execute();
  });
