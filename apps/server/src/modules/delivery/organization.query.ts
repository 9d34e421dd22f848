import type { Tx } from '../../platform/db.ts';

/** Whether the organisation has verified a mail domain. */
export const isDomainVerified = async (tx: Tx, domain: string): Promise<boolean> =>
  (await tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Returns the organisation's data for its emails: title, time zone and the key that signs their header. */
export const findEmailSender = (tx: Tx) =>
  tx.selectFrom('organizations').select(['id', 'title', 'time_zone', 'header_key']).executeTakeFirstOrThrow();

/** Returns what decides whether the organisation may send now. */
export const findLimits = (tx: Tx) =>
  tx.selectFrom('organizations').select(['time_zone', 'sending_paused', 'daily_cap']).executeTakeFirstOrThrow();
