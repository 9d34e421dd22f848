import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Whether results of simulations are shown only as totals, in the organisation of the transaction (decision 0272). */
export const isAnonymous = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ anonymous: boolean }>`select anonymous from retention_settings
    where organization_id = (select current_setting('app.org'))::uuid`.execute(tx);
  return rows[0]?.anonymous ?? false;
};

/**
 * Whether anonymous mode is being turned off in the organisation of the transaction. Until the transaction ends nobody can begin to
 * turn it off, so that a campaign is not launched next to it.
 */
export const isAnonymityEnding = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{
    ending: boolean;
  }>`select anonymous_ending_at is not null as ending from retention_settings
    where organization_id = (select current_setting('app.org'))::uuid for share`.execute(tx);
  return rows[0]?.ending ?? false;
};
