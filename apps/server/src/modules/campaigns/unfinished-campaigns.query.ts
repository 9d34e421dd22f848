import { sql } from 'kysely';
import type { SystemTx } from '../../platform/db.ts';
import { stalledBefore } from '../../platform/stalled-work.repo.ts';

type Found = { id: string; organization_id: string; task_id: string | null };

/** Returns the campaigns of all organisations whose planning makes no progress. */
export const idlePlannings = async (tx: SystemTx): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select c.id, c.organization_id, c.task_id from campaigns c
    left join tasks t on t.organization_id = c.organization_id and t.id = c.task_id
    where c.status = 'creating' and coalesce(t.beat_at, c.created_at) < ${stalledBefore()}
    order by c.created_at limit 200`.execute(tx);
  return rows;
};

/**
 * Returns completed campaigns of all organisations in which an email waits: its sender stored the outcome in the moment in
 * which the campaign was completed.
 */
export const campaignsWithWaiting = async (tx: SystemTx): Promise<Omit<Found, 'task_id'>[]> => {
  const { rows } = await sql<Omit<Found, 'task_id'>>`
    select c.id, c.organization_id from campaigns c where c.status = 'completed'
      and exists (select 1 from campaign_recipients r where r.campaign_id = c.id and r.waiting) limit 200`.execute(tx);
  return rows;
};

/** Returns failed campaigns of all organisations that still have emails, because the process that deleted them died. */
export const unclearedCampaigns = async (tx: SystemTx): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select c.id, c.organization_id, c.task_id from campaigns c
    where c.status = 'failed' and exists (select 1 from campaign_recipients r where r.campaign_id = c.id)
    order by c.created_at limit 200`.execute(tx);
  return rows;
};
