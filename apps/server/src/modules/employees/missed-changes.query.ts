import type { MissedChange } from '@sergak/contract/employees/employees.schema.ts';
import { sql } from 'kysely';
import { syncTitle } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';

type Line = {
  actor_name: string;
  created_at: string;
  file: string | null;
  changes: { readonly field: string; readonly before: unknown; readonly after: unknown }[] | null;
};

/**
 * Changes made by the last imports of a person. A line of a file holds only the new values: a blank cell changes nothing, and the
 * old value is not stored.
 */
const imported = (id: string, limit: number) => sql`
  select a.id, a.actor_name, a.created_at, i.file_name as file, (select jsonb_agg(jsonb_build_object('field', c.field, 'before', null, 'after', c.value))
    from (values ('last_name', r.last_name), ('first_name', r.first_name), ('middle_name', r.middle_name),
      ('position', r.position), ('department_id', r.department), ('role', r.role)) c (field, value) where c.value <> '') as changes
  from (select * from employee_imports where status = 'done' and confirmed->>'add_type' <> 'add'
      order by finished_at desc limit ${limit}) i
    join employee_import_rows r on r.import_id = i.id and r.verdict = 'changed' and r.employee_id = ${id}
    join audit_log a on a.target_id = i.id and a.action = 'employees.imported'`;

/** Moves by groups of a directory. In `details.people` the added people come before the removed ones. */
const moved = (id: string, limit: number) => sql`
  select a.id, a.actor_name, a.created_at, null as file, jsonb_build_array(jsonb_build_object('field', 'department_id',
      'before', null, 'after', case when p.place <= (a.details->>'people_added')::int then a.target_id
        else (select d.id from departments d where d.is_default) end)) as changes
  from audit_log a
    cross join lateral jsonb_array_elements_text(a.details->'people') with ordinality p (person, place)
  where a.action = 'department.people_moved' and p.person = ${id} order by a.id desc limit ${limit}`;

/**
 * Changes that others made to a person in the last `versions` versions, one entry for each field: the value before all of them,
 * the current value, the last author and, for an import, its file. Moves with a removed department, or with more than a
 * hundred people of a group, are not included. Tags are left out: they do not change the version.
 */
export const fieldsChangedSince = async (tx: Tx, id: string, versions: number): Promise<MissedChange[]> => {
  const limit = Math.min(Math.max(versions, 0), 50);
  const { rows } = await sql<Line>`
    select actor_name, created_at, file, changes from (
      (select id, actor_name, created_at, null as file, changes from audit_log
        where target_id = ${id} and action in ('employee.changed', 'employee.role_changed')
          and jsonb_path_exists(changes, '$[*] ? (@.field != "tags")')
        order by id desc limit ${limit})
      union all (${moved(id, limit)}) union all (${imported(id, limit)})) as lines
    order by id desc limit ${limit}`.execute(tx);
  const found = new Map<string, MissedChange>();
  for (const { actor_name, created_at, file, changes } of rows.reverse())
    for (const { field, before: from, after: to } of changes ?? []) {
      if (field === 'tags') continue;
      const earlier = found.get(field);
      // A line of a file also repeats values that have not changed.
      if (file !== null && earlier?.to === to) continue;
      const provider = syncTitle(actor_name);
      const who = { by: provider ?? actor_name, at: created_at, file, sync: provider !== null };
      found.set(field, { field, from: earlier?.from ?? from, to, ...who });
    }
  return [...found.values()].filter((one) => one.from !== one.to);
};
