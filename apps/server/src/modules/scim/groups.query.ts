import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export type GroupRow = {
  id: string;
  parent_id: string | null;
  display_name: string | null;
  external_id: string | null;
  created_at: string;
  updated_at: string;
};

/** All departments except «Без отдела», with the names that the provider gave them. */
export const listGroups = async (tx: Tx): Promise<GroupRow[]> => {
  const { rows } = await sql<GroupRow>`
    select d.id, d.parent_id, g.display_name, g.external_id, d.created_at, greatest(d.created_at, g.updated_at) as updated_at
    from departments d left join scim_groups g on g.department_id = d.id
    where not d.is_default order by d.created_at, d.id`.execute(tx);
  return rows;
};
