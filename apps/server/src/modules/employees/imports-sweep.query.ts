import { sql } from 'kysely';
import type { SystemTx } from '../../platform/db.ts';
import { stalledBefore } from '../../platform/stalled-work.repo.ts';

export type IdlePeopleImport = {
  id: string;
  organization_id: string;
  /** The task of the reading or of the application. */
  task_id: string | null;
  status: 'reading' | 'running';
};

/** Imports of all organisations that have made no progress for a while. */
export const idlePeopleImports = async (tx: SystemTx): Promise<IdlePeopleImport[]> => {
  const { rows } = await sql<IdlePeopleImport>`
    select i.id, i.organization_id, i.status, e.id as task_id
    from employee_imports i
    cross join lateral (select case i.status when 'reading' then i.task_id else i.apply_task_id end as id) e
    left join tasks t on t.organization_id = i.organization_id and t.id = e.id
    where i.status in ('reading', 'running') and coalesce(t.beat_at, i.created_at) < ${stalledBefore()}
    order by i.created_at limit 200`.execute(tx);
  return rows;
};
