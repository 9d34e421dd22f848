import { sql } from 'kysely';
import { arrayText, type Tx } from '../../platform/db.ts';

/**
 * Turns the assignments of these campaigns into ones of the person who launched the campaign: their learners are the people whom
 * the campaign caught. Course and progress stay. Learners keep the day of the assignment without the time.
 */
export const unlinkCampaigns = async (tx: Tx, campaigns: readonly string[]): Promise<void> => {
  await sql`
    with unlinked as (
      update assignments a set campaign_id = null, source = 'manual', created_by = c.created_by
      from campaigns c where c.id = a.campaign_id and c.id = any(${arrayText(campaigns)}::uuid[]) returning a.id)
    update learners l set assigned_at = date_trunc('day', l.assigned_at) from unlinked u where l.assignment_id = u.id`.execute(
    tx,
  );
};
