import type { MissedChange } from '@sergak/contract/employees/employees.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

type Line = { actor_name: string; created_at: string; changes: Record<string, [unknown, unknown]> | null };

/**
 * What others changed of a person in the last `versions` versions, a line a field: from what it was before all of them to
 * what it is now, with the last of those who changed it. Changes by an import or a directory stand in no such line.
 */
export const changesSince = async (tx: Tx, id: string, versions: number): Promise<MissedChange[]> => {
  const { rows } = await sql<Line>`
    select actor_name, created_at, changes from audit_log
    where target = ${id} and action = 'employee.changed' order by id desc limit ${Math.min(Math.max(versions, 0), 50)}`.execute(
    tx,
  );
  const found = new Map<string, MissedChange>();
  for (const { actor_name, created_at, changes } of rows.reverse())
    for (const [field, [from, to]] of Object.entries(changes ?? {}))
      found.set(field, { field, from: found.get(field)?.from ?? from, to, by: actor_name, at: created_at });
  return [...found.values()].filter((one) => one.from !== one.to);
};
