import type { AuditKind, AuditThing } from '@sergak/contract/audit/audit.endpoints.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { searchCondition } from '../directory/public.ts';

const people = sql`
  select id, 'employee' as kind, case when wiped_at is null then full_name end as name,
    case when wiped_at is not null then 'wiped' when deleted_at is not null then 'removed' else 'present' end as state,
    null::uuid as parent_id from employees`;

type Source = { table: string; name: string; removed?: string; parent?: string };
const source = (kind: AuditKind, { table, name, removed, parent }: Source) => sql`
  select id, ${sql.lit(kind)} as kind, ${sql.ref(name)} as name,
    ${removed ? sql`case when ${sql.ref(removed)} is not null then 'removed' else 'present' end` : sql`'present'`} as state,
    ${parent ? sql.ref(parent) : sql`null::uuid`} as parent_id from ${sql.table(table)}`;

/** Everything but people that the log speaks of by id. */
const things = sql.join(
  [
    source('department', { table: 'departments', name: 'title' }),
    source('tag', { table: 'tags', name: 'title' }),
    source('campaign', { table: 'campaigns', name: 'name' }),
    source('course', { table: 'courses', name: 'title' }),
    source('assignment', { table: 'assignments', name: 'title' }),
    source('template', { table: 'templates', name: 'name' }),
    source('email', { table: 'emails', name: 'name', removed: 'deleted_at', parent: 'template_id' }),
    source('landing_page', { table: 'landing_pages', name: 'name', parent: 'template_id' }),
    source('redirect_page', { table: 'redirect_pages', name: 'name' }),
    source('template_category', { table: 'template_categories', name: 'title' }),
    source('api_token', { table: 'api_tokens', name: 'title', removed: 'revoked_at' }),
    source('file', { table: 'files', name: 'name' }),
    source('import', { table: 'employee_imports', name: 'file_name' }),
    source('organization', { table: 'organizations', name: 'title' }),
  ],
  sql` union all `,
);

const list = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;
const read = async (tx: Tx, from: RawBuilder<unknown>, ids: readonly string[]): Promise<AuditThing[]> =>
  (await sql<AuditThing>`select * from (${from}) t where t.id = any(${list(ids)})`.execute(tx)).rows;

/** People by id, those who were removed or wiped among them. */
export const peopleNamed = (tx: Tx, ids: readonly string[]): Promise<AuditThing[]> => read(tx, people, ids);

/** What these ids mean now; an id that is nowhere any more, or another organisation's, is left out. */
export const thingsNamed = (tx: Tx, ids: readonly string[]): Promise<AuditThing[]> =>
  read(tx, sql`${people} union all ${things}`, ids);

/**
 * What lines of the log said of things that are gone: the last name that one of them told. An organisation below is no
 * row of this one, so it counts as gone only where a line says so.
 */
export const thingsTold = async (tx: Tx, ids: readonly string[]): Promise<AuditThing[]> => {
  const { rows } = await sql<AuditThing>`
    with told as (
      select l.target, l.id, l.action, coalesce(l.changes->'title', l.changes->'name') as said
      from audit_log l where l.target = any(${`{${ids.join(',')}}`}::text[])),
    names as (
      select t.target, t.id, t.action, coalesce(case jsonb_typeof(t.said) when 'string' then t.said #>> '{}'
        when 'array' then coalesce(t.said->>1, t.said->>0) end, '') as name from told t),
    last as (select distinct on (target) target, action, name from names where name <> '' order by target, id desc)
    select last.target::uuid as id, k.kind, last.name, null::uuid as parent_id,
      case when k.kind = 'organization' and not exists (
        select from told g where g.target = last.target and g.action = 'organization.removed') then 'present' else 'removed' end as state
    from last join (values ${sql.join(toldKinds)}) k (prefix, kind) on k.prefix = split_part(last.action, '.', 1)`.execute(
    tx,
  );
  return rows;
};

/** By the first word of an action, what it is done to. */
const kindOfAction: Readonly<Record<string, AuditKind>> = {
  department: 'department',
  departments: 'department',
  tag: 'tag',
  action: 'tag',
  campaign: 'campaign',
  assignment: 'assignment',
  template: 'template',
  email: 'email',
  page: 'landing_page',
  redirect_page: 'redirect_page',
  api_token: 'api_token',
  organization: 'organization',
};
const toldKinds = Object.entries(kindOfAction).map(
  ([prefix, kind]) => sql`(${sql.lit(prefix)}::text, ${sql.lit(kind)}::text)`,
);

const needleOf = (search: string): string => search.toLowerCase();

/** People whose data hold a search, those who were removed among them: `select id`. */
const peopleByName = async (tx: Tx, search: string): Promise<RawBuilder<unknown>> => sql`
  select e.id from employees e where e.deleted_at is null and ${(await searchCondition(tx, search)) ?? sql`false`}
  union all select e.id from employees e
    where e.deleted_at is not null and e.wiped_at is null and strpos(e.search_text, ${needleOf(search)}) > 0`;

export type Named = {
  /** Ids, as the log writes them, of everything whose name holds the search. */
  readonly ids: readonly string[];
  /** Lines that keep one of the people found among those whom they were done to. */
  readonly lines: readonly number[];
};

/** What a search finds by the names of now. */
export const findNamed = async (tx: Tx, search: string): Promise<Named> => {
  const { rows } = await sql<{ ids: string; lines: string }>`
    with found as materialized (${await peopleByName(tx, search)})
    select array(select id from found union all
        select t.id from (${things}) t where strpos(lower(t.name), ${needleOf(search)}) > 0)::text as ids,
      audit_lines_of(array(select id from found))::text as lines`.execute(tx);
  const { ids, lines } = rows[0]!;
  return { ids: listed(ids), lines: listed(lines).map(Number) };
};
/** The values of an array that holds neither text nor null: many ids are read much faster so. */
const listed = (array: string): string[] => (array === '{}' ? [] : array.slice(1, -1).split(','));
