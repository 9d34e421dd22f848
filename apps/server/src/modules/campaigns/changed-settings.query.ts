import type { MissedSetting } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/**
 * Returns the person who last changed each setting of a campaign within its last `versions` versions, from the audit log.
 * Planning also increments the version, so some entries may be older; the caller compares the settings to find real
 * differences.
 */
export const settingsChangedSince = async (tx: Tx, id: string, versions: number): Promise<MissedSetting[]> => {
  const limit = Math.min(Math.max(versions, 0), 50);
  const { rows } = await sql<MissedSetting>`
    select distinct on (c.field) c.field, a.actor_name as by, a.created_at as at
    from (select id, actor_name, created_at, changes from audit_log
        where target_id = ${id} and action = 'campaign.updated' order by id desc limit ${limit}) a,
      jsonb_to_recordset(a.changes) c (field text)
    order by c.field, a.id desc`.execute(tx);
  return rows;
};
