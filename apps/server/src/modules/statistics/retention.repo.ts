import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { facts } from './person-facts.query.ts';

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

/** Clears what simulations gave to up to `most` daily points from a day on; the progress in courses stays. */
export const clearRiskPoints = async (tx: Tx, from: string, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update risk_points set risk_level = null, phishing_indicator = null where ctid = any(array(
      select ctid from risk_points where day >= ${from}::date and (risk_level is not null or phishing_indicator is not null)
      limit ${most}))`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** Deletes the effects of courses, which name the people whom simulations caught. The next daily run computes them again. */
export const deleteCourseEffects = async (tx: Tx): Promise<void> => {
  await sql`delete from course_effects`.execute(tx);
};

/** Lets the sweep count the emails of these campaigns by department again, because recipients lost their department. */
export const recountDepartments = async (tx: Tx, campaigns: readonly string[]): Promise<void> => {
  await sql`delete from department_email_stamps where campaign_id = any(${campaigns}::uuid[])`.execute(tx);
};

/** Deletes the figures and daily points of people whose data is erased. Figures of groups do not count removed people. */
export const forgetFigures = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const people = sql`any(${ids}::uuid[])`;
  await sql`delete from risk_points where scope = 'employee' and subject_id = ${people}`.execute(tx);
  await sql`delete from course_effect_people where employee_id = ${people}`.execute(tx);
  await sql`
    update employees set risk_level = null, phishing_indicator = null, learning_progress = null, risk_computed_at = null,
      email_events = 0, emails_sent = 0, emails_dangerous = 0, course_states = 0, behind_from = 'infinity',
      ${sql.join(facts.map(({ name, none }) => sql`${sql.ref(name)} = ${none}`))}
    where id = ${people}`.execute(tx);
};
