import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { sql } from 'kysely';
import { arrayText, type Tx } from '../../platform/db.ts';

/** Points of a person, or of a department with so few people that the point describes persons. */
const isPersonal = sql`(scope = 'employee' or scope = 'department' and people < ${SMALLEST_GROUP})`;

/** Number of daily points of persons and of small departments before a day. */
export const countPersonPoints = async (tx: Tx, before: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from risk_points where ${isPersonal} and day < ${before}::date`.execute(tx);
  return rows[0]!.n;
};

/** Deletes up to `most` daily points of persons and of small departments before a day. Other points stay. */
export const deletePersonPoints = async (tx: Tx, before: string, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from risk_points where ctid = any(array(
      select ctid from risk_points where ${isPersonal} and day < ${before}::date limit ${most}))`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** Lets the sweep count the emails of these campaigns by department again, because recipients lost their department. */
export const recountDepartments = async (tx: Tx, campaigns: readonly string[]): Promise<void> => {
  await sql`delete from department_email_stamps where campaign_id = any(${arrayText(campaigns)}::uuid[])`.execute(tx);
};

/** Deletes the daily points of people whose data is erased. Points of groups stay. */
export const forgetPoints = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from risk_points where scope = 'employee' and subject_id = any(${arrayText(ids)}::uuid[])`.execute(
    tx,
  );
};
