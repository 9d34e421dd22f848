import type { Employee, EmployeeRow, SortKey } from '@sergak/contract/employees/employees.schema.ts';
import type { EmployeeFilter } from '@sergak/contract/employees/people-selection.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { pathTo } from '../departments/public.ts';
import { countWhere, findSearch, readFilter } from '../directory/public.ts';

const NAME = sql`e.full_name collate "ru-RU-x-icu"`;
const POSITION = sql`e.position collate "ru-RU-x-icu"`;
const TITLE = sql`d.title collate "ru-RU-x-icu"`;
type Direction = 'asc' | 'desc';

/** Each order matches an index, so that a page reads only its own rows and not the whole staff. */
const orderBy = (key: SortKey, direction: Direction): RawBuilder<unknown> => {
  const dir = sql.raw(direction);
  if (key === 'NAME') return sql`${NAME} ${dir}, e.id ${dir}`;
  if (key === 'POSITION') return sql`${POSITION} ${dir}, ${NAME} ${dir}, e.id ${dir}`;
  if (key === 'DEPARTMENT') return sql`${TITLE} ${dir}, d.id ${dir}, ${NAME}, e.id`;
  const column = sql.ref(
    `e.${{ RISK_LEVEL: 'risk_level', PROGRESS: 'learning_progress', PHISHING_INDICATOR: 'phishing_indicator' }[key]}`,
  );
  return sql`${column} ${dir} nulls last, ${NAME}, e.id`;
};

type Stored = {
  id: string;
  last_name: string;
  first_name: string;
  middle_name: string;
  full_name: string;
  email: string;
  position: string;
  role: EmployeeRow['role'];
  is_registered: boolean;
  invited_at: string | null;
  version: number;
  risk_level: number | null;
  phishing_indicator: number | null;
  learning_progress: number | null;
  department_id: string;
  department_title: string;
};

const columns = sql`e.id, e.last_name, e.first_name, e.middle_name, e.full_name, e.email, e.position, e.role, e.is_registered,
  e.invited_at, e.version, e.risk_level, e.phishing_indicator, e.learning_progress, e.department_id, d.title as department_title`;

export type ListOptions = {
  readonly sort: SortKey;
  readonly order: Direction;
  readonly limit: number;
  readonly offset: number;
};

/** Ids of one page in order. Sort by department: people are read department by department until the page is full. */
const pageIds = (where: RawBuilder<unknown>, o: ListOptions): RawBuilder<unknown> =>
  o.sort === 'DEPARTMENT'
    ? sql`select e.id from departments d cross join lateral
        (select e.id, e.full_name from employees e where e.department_id = d.id and ${where} order by ${NAME}, e.id) e
        order by ${orderBy(o.sort, o.order)} limit ${o.limit} offset ${o.offset}`
    : sql`select e.id from employees e where ${where} order by ${orderBy(o.sort, o.order)} limit ${o.limit} offset ${o.offset}`;

/** One page of people. The ids are read from an index first, so that a page with a large offset joins only the rows it shows. */
const listEmployees = async (tx: Tx, where: RawBuilder<unknown>, o: ListOptions): Promise<EmployeeRow[]> => {
  const { rows } = await sql<Stored>`
    with page as materialized (${pageIds(where, o)})
    select ${columns} from page join employees e on e.id = page.id join departments d on d.id = e.department_id
    order by ${orderBy(o.sort, o.order)}`.execute(tx);
  return withTags(tx, rows);
};

/** Ids of the people that a condition on `employees e` finds, by name. */
export const idsByName = async (tx: Tx, where: RawBuilder<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from employees e where ${where} order by ${orderBy('NAME', 'asc')}`.execute(tx);
  return rows.map((row) => row.id);
};

/** These people, by name. */
export const listByIds = (tx: Tx, ids: readonly string[]): Promise<EmployeeRow[]> =>
  listEmployees(tx, sql`e.id = any(${ids}::uuid[])`, {
    sort: 'NAME',
    order: 'asc',
    limit: ids.length,
    offset: 0,
  });

/** Maximum number of found people that are counted and returned as ids by one query. */
const IDS_MAX = 2_000;

/**
 * One page of the people that a filter finds, and their total number. A page in index order stops reading when it is full; only
 * the count reads every match. Several conditions together often find few people, who may be far apart in any index order: these
 * people are counted first, and up to `IDS_MAX` of them are read by their ids. A single condition on another table (tag, campaign,
 * course) is counted first as well; if it finds many people, `whereMany` reads the page in index order.
 */
export const findEmployeePage = async (tx: Tx, filter: EmployeeFilter, o: ListOptions, timeZone?: string) => {
  const { where, whereMany, found, countFirst, count } = await readFilter(tx, filter, timeZone);
  const inOrder = (n: number) => (whereMany !== null && n > IDS_MAX && o.offset < IDS_MAX ? whereMany : where);
  if (countFirst) {
    const { rows } = await sql<{ n: number; ids: string | null }>`
      select count(*) as n, case when count(*) <= ${IDS_MAX} then array_agg(e.id)::text end as ids from ${found}`.execute(
      tx,
    );
    const { n, ids } = rows[0]!;
    if (n <= o.offset) return { data: [], total_count: n };
    return {
      data: await listEmployees(tx, ids === null ? inOrder(n) : sql`e.id = any(${ids}::uuid[])`, o),
      total_count: n,
    };
  }
  if (whereMany !== null) {
    const n = await count(tx);
    if (n <= o.offset) return { data: [], total_count: n };
    return { data: await listEmployees(tx, inOrder(n), o), total_count: n };
  }
  const data = await listEmployees(tx, where, o);
  if (o.offset === 0 && data.length < o.limit) return { data, total_count: data.length };
  return { data, total_count: await count(tx) };
};

const withTags = async (tx: Tx, rows: readonly Stored[]): Promise<EmployeeRow[]> => {
  const ids = rows.map((row) => row.id);
  const tags =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('tag_employees as m')
          .innerJoin('tags as t', 't.id', 'm.tag_id')
          .select(['m.employee_id', 't.id', 't.title', 't.color'])
          .where('m.employee_id', 'in', ids)
          .orderBy('t.is_system', 'desc')
          .orderBy('t.title')
          .execute();
  const byPerson = Map.groupBy(tags, (tag) => tag.employee_id);
  return rows.map(
    ({ department_id, department_title, risk_level, phishing_indicator, learning_progress, ...person }) => ({
      ...person,
      department: { id: department_id, title: department_title },
      tags: (byPerson.get(person.id) ?? []).map(({ id, title, color }) => ({ id, title, color })),
      statistics: { risk_level, phishing_indicator, learning_progress },
    }),
  );
};

/** One person who is not removed, with the details of the person's page. */
export const findEmployee = async (tx: Tx, id: string): Promise<Employee | undefined> => {
  type Details = { avatar_file_id: string | null; created_at: string; registered_at: string | null };
  const { rows } = await sql<Stored & Details>`
    select ${columns}, e.avatar_file_id, e.created_at, e.registered_at
    from employees e join departments d on d.id = e.department_id where e.id = ${id} and e.deleted_at is null`.execute(
    tx,
  );
  if (!rows[0]) return undefined;
  const { avatar_file_id, created_at, registered_at, ...stored } = rows[0];
  const [row] = await withTags(tx, [stored]);
  return {
    ...row!,
    created_at,
    registered_at,
    avatar_url: avatar_file_id ? `/lk/files/${avatar_file_id}` : null,
    department_path: await pathTo(tx, stored.department_id),
  };
};

export type ModalOptions = {
  search: string;
  sort: Direction;
  registered_users_only: boolean;
  limit: number;
  offset: number;
};

/** People for a people picker, by name. */
export const listForModal = async (tx: Tx, o: ModalOptions) => {
  const search = await findSearch(tx, o.search);
  const meant = (found = sql<unknown>`true`) =>
    sql`e.deleted_at is null and ${found} and (not ${o.registered_users_only} or e.is_registered)`;
  const order = orderBy('NAME', o.sort);
  type Row = {
    id: string;
    full_name: string;
    email: string;
    position: string;
    is_registered: boolean;
    department: { id: string; title: string };
  };
  const { rows } = await sql<Row>`
    with page as materialized (select e.id from employees e where ${meant(search?.condition)} order by ${order} limit ${o.limit} offset ${o.offset})
    select e.id, e.full_name, e.email, e.position, e.is_registered, json_build_object('id', d.id, 'title', d.title) as department
    from page join employees e on e.id = page.id join departments d on d.id = e.department_id order by ${order}`.execute(
    tx,
  );
  const counted = o.registered_users_only ? null : search?.total;
  return { data: rows, total_count: counted ?? (await countWhere(tx, meant(search?.inText))) };
};
