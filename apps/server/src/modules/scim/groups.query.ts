import type { ScimGroupUse } from '@sergak/contract/scim/scim.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** What groups are in this organisation. */
export const findGroupUse = async (tx: Tx): Promise<ScimGroupUse> =>
  (await tx.selectFrom('scim_settings').select('groups').executeTakeFirst())?.groups ?? 'departments';

type Row = {
  id: string;
  parent_id: string | null;
  display_name: string | null;
  external_id: string | null;
  created_at: string;
  updated_at: string;
};
type Person = { id: string; full_name: string };
type Place = { employee_id: string; group_id: string };

/** All departments except «Без отдела», with the names that the provider gave them. */
export const selectGroupDepartments = async (tx: Tx): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select d.id, d.parent_id, g.display_name, g.external_id, d.created_at, greatest(d.created_at, g.updated_at) as updated_at
    from departments d left join scim_groups g on g.department_id = d.id
    where not d.is_default order by d.created_at, d.id`.execute(tx);
  return rows;
};

/** The tags that are groups of the provider. */
export const selectGroupTags = async (tx: Tx) => {
  const { rows } = await sql<Omit<Row, 'parent_id' | 'display_name'> & { title: string; display_name: string }>`
    select t.id, t.title, g.display_name, g.external_id, g.created_at, g.updated_at
    from scim_tags g join tags t on t.id = g.tag_id order by g.created_at, t.id`.execute(tx);
  return rows;
};

/** Serialises changes of groups that are tags. */
export const lockTagGroups = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('scim-tags'), hashtext(current_setting('app.org')))`.execute(tx);

const isPerson = sql`e.deleted_at is null and e.role <> 'pdf_service'`;

/** All people of one department, as members of its group. */
export const peopleOfDepartment = async (tx: Tx, id: string): Promise<Person[]> =>
  (
    await sql<Person>`select e.id, e.full_name from employees e where e.department_id = ${id} and ${isPerson}
      order by e.created_at, e.id`.execute(tx)
  ).rows;

/** All people with one tag, as members of its group. */
export const peopleOfTag = async (tx: Tx, id: string): Promise<Person[]> =>
  (
    await sql<Person>`select e.id, e.full_name from tag_employees m join employees e on e.id = m.employee_id
      where m.tag_id = ${id} and ${isPerson} order by e.created_at, e.id`.execute(tx)
  ).rows;

type Digest = { id: string; tag: string };
const byId = ({ rows }: { rows: Digest[] }) => new Map(rows.map((row) => [row.id, row.tag]));

/** A digest of the people of each of these departments. */
export const departmentMembersTags = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> =>
  byId(
    await sql<Digest>`
      select e.department_id as id, encode(sha256(string_agg(e.id::text, ',' order by e.id)::bytea), 'hex') as tag from employees e
      where e.department_id = any(${ids}::uuid[]) and ${isPerson} group by 1`.execute(tx),
  );

/** A digest of the people with each of these tags. */
export const tagMembersTags = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> =>
  byId(
    await sql<Digest>`
      select m.tag_id as id, encode(sha256(string_agg(e.id::text, ',' order by e.id)::bytea), 'hex') as tag
      from tag_employees m join employees e on e.id = m.employee_id
      where m.tag_id = any(${ids}::uuid[]) and ${isPerson} group by 1`.execute(tx),
  );

/** The departments of these people. */
export const departmentsOf = async (tx: Tx, people: readonly string[]): Promise<Place[]> =>
  (
    await sql<Place>`select e.id as employee_id, e.department_id as group_id from employees e
      where e.id = any(${people}::uuid[]) and ${isPerson}`.execute(tx)
  ).rows;

/** The tags of these people that are groups of the provider, by title. */
export const tagsOf = async (tx: Tx, people: readonly string[]): Promise<(Place & { title: string })[]> =>
  (
    await sql<Place & { title: string }>`select e.id as employee_id, t.id as group_id, t.title
      from scim_tags g join tags t on t.id = g.tag_id join tag_employees m on m.tag_id = t.id join employees e on e.id = m.employee_id
      where e.id = any(${people}::uuid[]) and ${isPerson} order by t.title, t.id`.execute(tx)
  ).rows;

/** Whether a tag outlives its group: an administrator made it or gave it actions. */
export const isTagKept = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await sql<{
      kept: boolean;
    }>`select not g.is_made or exists (select from tag_actions a where a.tag_id = g.tag_id) as kept
      from scim_tags g where g.tag_id = ${id}`.execute(tx)
  ).rows[0]?.kept ?? true;
