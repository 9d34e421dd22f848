import { DEPTH_MAX } from '@sergak/contract/departments/departments.rules.ts';
import type {
  Department,
  DepartmentStat,
  departmentStatQuery,
  TreeNode,
} from '@sergak/contract/departments/departments.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../platform/db.ts';
import { inSearchText } from '../../platform/search.query.ts';
import { countWhere, departmentsWithin, findSearch, hasCourse, inTag } from '../directory/public.ts';

const TITLE = sql`d.title collate "ru-RU-x-icu"`;
const columns = sql`d.id, d.title, d.parent_id as parent_department_uuid, d.is_default, d.version`;
const onlyRegistered = (only: boolean) => (only ? sql`and e.is_registered` : sql``);
const people = sql`select e.department_id, count(*) as n from employees e where e.deleted_at is null group by 1`;

/** All departments, «Без отдела» first. */
export const listDepartments = async (tx: Tx): Promise<Department[]> => {
  const { rows } = await sql<Omit<Department, 'users_count'>>`
    select ${columns}, coalesce(p.n, 0) as employees_count
    from departments d left join (${people}) p on p.department_id = d.id order by d.is_default desc, ${TITLE}, d.id`.execute(
    tx,
  );
  const byId = new Map(rows.map((row) => [row.id, { ...row, users_count: 0 }]));
  for (const row of byId.values())
    for (const one of chainOf(byId, row, (up) => up.parent_department_uuid)) one.users_count += row.employees_count;
  return [...byId.values()];
};

/** A row and all its ancestors. */
const chainOf = <R extends object>(byId: ReadonlyMap<string, R>, row: R, parentOf: (row: R) => string | null): R[] => {
  const chain: R[] = [];
  for (let one: R | undefined = row; one;) {
    chain.push(one);
    const parent = parentOf(one);
    one = parent === null ? undefined : byId.get(parent);
  }
  return chain;
};

export const findDepartment = async (tx: Tx, id: string): Promise<Department | undefined> =>
  (
    await sql<Department>`
      select ${columns}, (select count(*) from employees e where e.department_id = d.id and e.deleted_at is null) as employees_count,
        (select count(*) from employees e where e.deleted_at is null and e.department_id in (${departmentsWithin(tx, [id])})) as users_count
      from departments d where d.id = ${id}`.execute(tx)
  ).rows[0];

const statSort: Record<string, RawBuilder<unknown>> = {
  EMPLOYEES: sql`users_count`,
  PROGRESS: sql`progress`,
  RISK_LEVEL: sql`risk_level`,
  PHISHING_INDICATOR: sql`phishing_indicator`,
  INCIDENT_RISK: sql`incident_risk`,
};

/** The departments of one level, each with figures that include its descendants. */
export const selectDepartmentFigures = async (
  tx: Tx,
  o: z.output<typeof departmentStatQuery>,
): Promise<DepartmentStat[]> => {
  const dir = sql.raw(o.sort_order);
  const sorted = statSort[o.sort_by];
  const order = sorted ? sql`${sorted} ${dir} nulls last, ${TITLE}, d.id` : sql`${TITLE} ${dir}, d.id`;
  // At the top level everyone counts; at other levels the sums are limited to the descendants of the listed departments.
  const inside = o.parent_id === undefined ? sql`` : sql`and e.department_id in (select id from below)`;
  const { rows } = await sql<DepartmentStat>`
    with recursive below as (
      select d.id as top, d.id from departments d where d.parent_id is not distinct from ${o.parent_id ?? null}::uuid
      union all select b.top, d.id from departments d join below b on d.parent_id = b.id),
    people as (
      select e.department_id, count(*) as n, sum(e.risk_level) as risk, count(e.risk_level) as risk_n, sum(e.learning_progress) as learning,
        count(e.learning_progress) as learning_n, sum(e.phishing_indicator) as phishing, count(e.phishing_indicator) as phishing_n,
        sum(e.emails_sent) as sent, sum(e.emails_dangerous) as danger
      from employees e where e.deleted_at is null and e.role <> 'pdf_service' ${inside} group by 1),
    figures as (
      select b.top, coalesce(sum(p.n), 0) as users_count, round(sum(p.risk) / nullif(sum(p.risk_n), 0), 2) as risk_level,
        round(sum(p.learning) / nullif(sum(p.learning_n), 0), 2) as progress,
        round(sum(p.phishing) / nullif(sum(p.phishing_n), 0), 2) as phishing_indicator,
        round(100.0 * sum(p.danger) / nullif(sum(p.sent), 0), 2) as incident_risk
      from below b left join people p on p.department_id = b.id group by 1)
    select ${columns}, coalesce(p.n, 0) as employees_count, (select count(*) from departments c where c.parent_id = d.id) as children_count,
      f.users_count, f.progress, f.risk_level, f.phishing_indicator, f.incident_risk
    from figures f join departments d on d.id = f.top left join people p on p.department_id = d.id
    order by d.is_default desc, ${order} limit ${o.limit} offset ${o.page === undefined ? o.offset : o.page * o.limit}`.execute(
    tx,
  );
  return rows;
};

export const countChildren = async (tx: Tx, parent: string | undefined): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from departments d where d.parent_id is not distinct from ${parent ?? null}::uuid`.execute(tx);
  return rows[0]!.n;
};

export type Path = readonly { id: string; title: string }[];

/** The path from the top to the department; empty if the department does not exist. */
export const pathTo = async (tx: Tx, id: string) => {
  const { rows } = await sql<{ id: string; title: string }>`
    with recursive up as (
      select d.id, d.title, d.parent_id, 0 as step from departments d where d.id = ${id}
      union all select d.id, d.title, d.parent_id, up.step + 1 from departments d join up on up.parent_id = d.id where up.step < ${DEPTH_MAX})
    select id, title from up order by step desc`.execute(tx);
  return rows;
};

/** The number of levels of a department with its descendants; 1 for a department without children. */
export const heightOf = async (tx: Tx, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    with recursive down as (
      select d.id, 1 as level from departments d where d.id = ${id}
      union all select d.id, down.level + 1 from departments d join down on d.parent_id = down.id where down.level <= ${DEPTH_MAX})
    select coalesce(max(level), 0) as n from down`.execute(tx);
  return rows[0]!.n;
};

export type Flat = {
  id: string;
  title: string;
  parent: string | null;
  users_count: number;
  forced_count: number;
  children_count: number;
};

/** Options of a tree: which people it counts, and what marks people as forced. */
export type TreeOptions = {
  readonly registered_users_only?: boolean;
  readonly forced_tag_id?: string | undefined;
  readonly forced_course_id?: string | undefined;
};

const isForced = (o: TreeOptions) =>
  sql`(${o.forced_tag_id ? inTag(o.forced_tag_id) : sql`false`} or ${o.forced_course_id ? hasCourse(o.forced_course_id) : sql`false`})`;
/** The number of people of each department, and how many of them are forced. */
const counted = (o: TreeOptions, inside = sql``) => sql`
  select e.department_id, count(*) as n, ${o.forced_tag_id || o.forced_course_id ? sql`count(*) filter (where ${isForced(o)})` : sql`0`} as forced
  from employees e where e.deleted_at is null ${onlyRegistered(o.registered_users_only ?? false)} ${inside} group by 1`;

/** All departments, each with the number of people in it and its descendants, «Без отдела» first. */
export const listTree = async (tx: Tx, o: TreeOptions = {}): Promise<Flat[]> => {
  type Own = { id: string; title: string; parent: string | null; n: number; forced: number };
  const { rows } = await sql<Own>`
    select d.id, d.title, d.parent_id as parent, coalesce(p.n, 0)::int as n, coalesce(p.forced, 0)::int as forced
    from departments d left join (${counted(o)}) p on p.department_id = d.id
    order by d.is_default desc, ${TITLE}, d.id`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, { ...row, users_count: 0, forced_count: 0, children_count: 0 }]));
  for (const row of byId.values()) {
    const parent = row.parent === null ? undefined : byId.get(row.parent);
    if (parent) parent.children_count += 1;
    for (const one of chainOf(byId, row, (up) => up.parent)) {
      one.users_count += row.n;
      one.forced_count += row.forced;
    }
  }
  return [...byId.values()];
};

/** Whether any title contains the words of a search. */
export const hasTitleMatch = async (tx: Tx, search: string): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from departments d where ${inSearchText(sql`d.search_text`, search)} limit 1`.execute(tx);
  return rows.length > 0;
};

const BELOW = sql`and e.department_id in (select id from below)`;
/** The departments that match a condition on `d`, with the number of people including descendants. `inside` limits the people. */
const listWith = async (tx: Tx, which: RawBuilder<unknown>, o: TreeOptions, inside = BELOW): Promise<Flat[]> => {
  const { rows } = await sql<Flat>`
    with recursive below as (
      select d.id as top, d.id from departments d where ${which}
      union all select b.top, d.id from departments d join below b on d.parent_id = b.id),
    people as (${counted(o, inside)}),
    figures as (select b.top, sum(p.n) as n, sum(p.forced) as forced from below b left join people p on p.department_id = b.id group by 1)
    select d.id, d.title, d.parent_id as parent, coalesce(f.n, 0)::int as users_count, coalesce(f.forced, 0)::int as forced_count,
      (select count(*) from departments c where c.parent_id = d.id)::int as children_count
    from figures f join departments d on d.id = f.top order by d.is_default desc, ${TITLE}, d.id`.execute(tx);
  return rows;
};

/** The departments of one level, each with the number of people including descendants. */
export const listLevel = (tx: Tx, parent: string | null, o: TreeOptions): Promise<Flat[]> =>
  parent === null
    ? listWith(tx, sql`d.parent_id is null`, o, sql``) // at the top level everyone counts, so no condition is needed
    : listWith(tx, sql`d.parent_id = ${parent}`, o);

const among = (ids: readonly string[]) => sql`any(${ids}::uuid[])`;

/** These departments, each with the number of people including descendants. Removed departments are left out. */
export const listDepartmentsOf = async (tx: Tx, ids: readonly string[], o: TreeOptions): Promise<Flat[]> =>
  ids.length === 0 ? [] : listWith(tx, sql`d.id = ${among(ids)}`, o);

export type PeopleOptions = TreeOptions & {
  search: string;
  parent_id?: string;
  registered_users_only: boolean;
  limit: number;
  offset: number;
};
type PersonNode = Omit<TreeNode, 'path'>;

const personNode = (o: TreeOptions) => sql`
  'user' as type, 'user:' || e.id as key, e.id, e.full_name as title, 1 as users_count, ${isForced(o)}::int as forced_count, true as "isLeaf",
  e.department_id as parent, e.position as hint`;

/** These people. Removed people are left out. */
export const listPeopleOf = async (tx: Tx, ids: readonly string[], o: TreeOptions): Promise<PersonNode[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<PersonNode>`
    select ${personNode(o)} from employees e where e.deleted_at is null and e.id = ${among(ids)} order by e.id`.execute(
    tx,
  );
  return rows;
};

/** People of one department by name, or the people that a search finds in the whole organisation. */
export const selectDepartmentPeople = async (
  tx: Tx,
  o: PeopleOptions,
): Promise<{ nodes: PersonNode[]; total: number }> => {
  const search = await findSearch(tx, o.search);
  const inside = o.parent_id ? sql`e.department_id = ${o.parent_id}` : null;
  const who = search ?? (inside && { condition: inside, inText: inside, total: null });
  if (who === null) return { nodes: [], total: 0 }; // no person is outside all departments
  const meant = (found: RawBuilder<unknown>) =>
    sql`e.deleted_at is null and ${found} ${onlyRegistered(o.registered_users_only)}`;
  const { rows } = await sql<PersonNode>`
    select ${personNode(o)} from employees e where ${meant(who.condition)}
    order by e.full_name collate "ru-RU-x-icu", e.id limit ${o.limit} offset ${o.offset}`.execute(tx);
  const counted = o.registered_users_only ? null : who.total;
  return { nodes: rows, total: counted ?? (await countWhere(tx, meant(who.inText))) };
};

/** The path from the top to each of these departments, the department included. */
export const pathsTo = async (tx: Tx, ids: readonly string[]): Promise<Map<string, Path>> => {
  const { rows } = await sql<{ of: string; id: string; title: string }>`
    with recursive up as (
      select d.id as of, d.id, d.title, d.parent_id, 0 as step from departments d where d.id = ${among(ids)}
      union all select up.of, d.id, d.title, d.parent_id, up.step + 1 from departments d join up on up.parent_id = d.id where up.step < ${DEPTH_MAX})
    select of, id, title from up order by of, step desc`.execute(tx);
  return Map.groupBy(rows, (row) => row.of);
};
