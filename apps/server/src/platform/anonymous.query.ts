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

/** Whether fewer than five people are in a campaign. A campaign that does not exist is not small. */
export const isSmallCampaign = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from campaign_recipients where campaign_id = ${id} limit ${SMALLEST_GROUP}) r`.execute(tx);
  return rows[0]!.n > 0 && rows[0]!.n < SMALLEST_GROUP;
};

/** All departments with the people who are in them directly. */
export const departmentSizes = async (tx: Tx): Promise<{ id: string; parent_id: string | null; people: number }[]> => {
  const { rows } = await sql<{ id: string; parent_id: string | null; people: number }>`
    select d.id, d.parent_id, count(e.id)::int as people from departments d
    left join employees e on e.department_id = d.id and e.deleted_at is null and e.role <> 'pdf_service'
    group by d.id`.execute(tx);
  return rows;
};
