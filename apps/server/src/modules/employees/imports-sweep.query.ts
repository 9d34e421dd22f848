import { sql } from 'kysely';
import type { SystemTx } from '../../platform/db.ts';
import { stalledBefore } from '../../platform/stalled.repo.ts';

export type IdleImport = {
  id: string;
  organization_id: string;
  /** The task of what is under way: of the reading or of the application. */
  event_id: string | null;
  status: 'reading' | 'running';
};

/** Imports that have not moved for a while, of all organisations: one sweep looks after all. */
export const idleImports = async (tx: SystemTx): Promise<IdleImport[]> => {
  const { rows } = await sql<IdleImport>`
    select i.id, i.organization_id, i.status, e.id as event_id
    from employee_imports i
    cross join lateral (select case i.status when 'reading' then i.event_id else i.apply_event_id end as id) e
    left join tasks t on t.organization_id = i.organization_id and t.id = e.id
    where i.status in ('reading', 'running') and coalesce(t.beat_at, i.created_at) < ${stalledBefore()}
    order by i.created_at limit 200`.execute(tx);
  return rows;
};
