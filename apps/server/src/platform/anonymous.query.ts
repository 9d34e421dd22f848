import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Whether results of simulations are shown for groups only, in the organisation of the transaction (decision 0272). */
export const isAnonymous = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ anonymous: boolean }>`select anonymous from retention_settings
    where organization_id = (select current_setting('app.org'))::uuid`.execute(tx);
  return rows[0]?.anonymous ?? false;
};

/** Whether at least five people of the organisation have a result. */
export const hasLargeTotal = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from employees where deleted_at is null and phishing_indicator is not null limit ${SMALLEST_GROUP}) e`.execute(
    tx,
  );
  return rows[0]!.n >= SMALLEST_GROUP;
};
