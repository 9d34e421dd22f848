import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/**
 * Turns the assignments of these campaigns into ones of the person who launched the campaign: their learners are the people whom
 * the campaign caught. Course and progress stay. Learners keep the day of the assignment without the time.
 */
export const unlinkAssignmentCampaigns = async (tx: Tx, campaigns: readonly string[]): Promise<void> => {
  await sql`
    with unlinked as (
      update assignments a set campaign_id = null, source = 'manual', created_by = c.created_by
      from campaigns c where c.id = a.campaign_id and c.id = any(${campaigns}::uuid[]) returning a.id)
    update learners l set assigned_at = date_trunc('day', l.assigned_at) from unlinked u where l.assignment_id = u.id`.execute(
    tx,
  );
};

/**
 * Deletes the courses that campaigns assigned to people whose data is erased: a campaign assigns them to those whom it caught.
 * Figures of courses count current people only.
 */
export const forgetCaughtLearners = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`
    delete from learners l using assignments a
    where a.id = l.assignment_id and a.source = 'campaign' and l.employee_id = any(${ids}::uuid[])`.execute(tx);
};
