import type { Tx } from '../../platform/db.ts';

/** The last day of the licence, and the time zone in which it ends. */
export const findLicenceEnd = (tx: Tx) =>
  tx.selectFrom('organizations').select(['licence_end', 'time_zone']).executeTakeFirstOrThrow();
