import type { Sorting } from '@sergak/contract/paging.ts';
import type { AuditFilter } from '@sergak/contract/audit/audit.endpoints.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { actionsSaying } from './log-words.ts';
import { findNamed } from './things.query.ts';

/** Whose days and whose words a filter speaks in. */
export type Reader = { readonly timeZone: string; readonly language: Language };
/** A filter as a condition on `audit_log l`. */
export type LogCondition = RawBuilder<boolean>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * A search as a condition: who did it, what was done, and what it was done to, by its present name or as it stands there;
 * people also where they are some of many. Names are looked up first; then each of these ways goes by an index.
 */
const searching = async (tx: Tx, search: string, language: Language): Promise<LogCondition> => {
  const needle = search.toLowerCase();
  const { ids, lines } = await findNamed(tx, search);
  const actions = [...actionsSaying(needle, language), ...(await actionsNamed(tx, needle))];
  const targets = UUID.test(needle) ? [needle, ...ids] : ids;
  return sql`l.id in (
    select id from audit_log where actor_name = any(${await actorsNamed(tx, needle)}::text[])
    union all select id from audit_log where action = any(${actions}::text[])
    union all select id from audit_log where target = any(${`{${targets.join(',')}}`}::text[])
    union all select id from audit_log where length(target) <> 36 and strpos(lower(target), ${needle}) > 0
    union all select unnest(${`{${lines.join(',')}}`}::bigint[]))`;
};

/** Names, as the log keeps them, of those who acted and whose name holds a search in small letters; each is read once. */
const actorsNamed = async (tx: Tx, needle: string): Promise<string[]> => {
  const { rows } = await sql<{ actor_name: string }>`
    select actor_name from (select distinct actor_name from audit_log offset 0) a
    where strpos(lower(actor_name), ${needle}) > 0`.execute(tx);
  return rows.map((row) => row.actor_name);
};

/** The actions of the log whose bare name holds a search, an older or newer version's among them; each is read once. */
const actionsNamed = async (tx: Tx, needle: string): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    with recursive a as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > a.action order by l.action limit 1) from a where a.action is not null)
    select action from a where strpos(action, ${needle}) > 0`.execute(tx);
  return rows.map((row) => row.action);
};

/** What a filter means, its names looked up: each of the questions below takes it. */
export const conditionOf = async (tx: Tx, filter: AuditFilter, reader: Reader): Promise<LogCondition> => {
  const { action, actor_id, from, to } = filter;
  const search = filter.search.trim();
  const zone = reader.timeZone;
  const all: RawBuilder<unknown>[] = [
    sql`true`,
    ...(search === '' ? [] : [await searching(tx, search, reader.language)]),
    ...(action === undefined ? [] : [sql`l.action = ${action}`]),
    ...(actor_id === undefined ? [] : [sql`l.actor_id = ${actor_id}`]),
    ...(from === undefined ? [] : [sql`l.created_at >= (${from}::date)::timestamp at time zone ${zone}`]),
    ...(to === undefined ? [] : [sql`l.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
};

/** Longer lists of people stand on a sheet of their own. */
const IN_A_CELL = 500;
const named = sql<boolean>`coalesce(jsonb_typeof(l.changes->'people') = 'array', false)`;
const kept = sql<number>`case when ${named} then jsonb_array_length(l.changes->'people') end`;

const lines = (tx: Tx, condition: LogCondition) => tx.selectFrom('audit_log as l').where(condition);
const columns = ['l.id', 'l.action', 'l.target', 'l.actor_id', 'l.actor_name', 'l.address', 'l.created_at'] as const;

type Page = { readonly limit: number; readonly offset: number };

/**
 * These lines, newest first, with the number of their people in place of the ids, which may be many: each is unpacked
 * once. Lines of earlier versions kept a hundred ids at most, and how many people there were as their target.
 */
const tellLines = async (tx: Tx, ids: readonly number[]) => {
  const { rows } = await sql<Line>`
    select l.id, l.action, l.target, l.actor_id, l.actor_name, l.address, l.created_at, n.kept is not null as people,
      case when n.kept is null then l.changes else l.changes - 'people' || jsonb_build_object('people',
        greatest(n.kept, case when l.target ~ '^[0-9]{1,9}$' then l.target::int end)) end as changes
    from audit_log l
      cross join lateral (select l.changes->'people' as list offset 0) p
      cross join lateral (select case when jsonb_typeof(p.list) = 'array' then jsonb_array_length(p.list) end as kept offset 0) n
    where l.id = any(${ids}::bigint[]) order by l.id desc`.execute(tx);
  return rows;
};
type Line = {
  id: number;
  action: string;
  target: string | null;
  actor_id: string | null;
  actor_name: string;
  address: string | null;
  created_at: string;
  people: boolean;
  changes: unknown;
};

type SortedPage = Page & Pick<Sorting<'created_at'>, 'sort_order'>;
/** Lines that were read newest first, in the order that was asked for. */
const inOrder = <T>(lines: readonly T[], order: 'asc' | 'desc'): T[] =>
  order === 'desc' ? [...lines] : lines.toReversed();

/** The action log, newest first unless asked for the oldest. */
export const listAudit = async (tx: Tx, condition: LogCondition, { limit, offset, sort_order }: SortedPage) => {
  const page = await lines(tx, condition)
    .select('l.id')
    .orderBy('l.id', sort_order)
    .limit(limit)
    .offset(offset)
    .execute();
  const data = await tellLines(
    tx,
    page.map((row) => row.id),
  );
  return { data: inOrder(data, sort_order), total_count: (await countAudit(tx, condition)).total };
};

/** The same for a search: what it finds is gone through once, for the page and the number alike. */
export const searchAudit = async (tx: Tx, condition: LogCondition, { limit, offset, sort_order }: SortedPage) => {
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    select (array_agg(l.id::float8 order by l.id ${sql.raw(sort_order)}))[${offset + 1}::int:${offset + limit}::int] as ids, count(*) as total
    from audit_log l where ${condition}`.execute(tx);
  const { ids, total } = rows[0]!;
  return { data: inOrder(await tellLines(tx, ids ?? []), sort_order), total_count: total };
};

/** How many lines a filter finds, and the newest of them: what comes later is not part of an export that was asked for now. */
export const countAudit = async (tx: Tx, condition: LogCondition) =>
  lines(tx, condition)
    .select((eb) => [eb.fn.countAll<number>().as('total'), sql<number>`coalesce(max(l.id), 0)`.as('newest')])
    .executeTakeFirstOrThrow();

/** The next lines before an id, with their seals and the moment in words of the time zone. */
export const listForExport = (
  tx: Tx,
  condition: LogCondition,
  timeZone: string,
  page: { before: number; limit: number },
) =>
  lines(tx, condition)
    .leftJoin('audit_seals as s', (join) =>
      join.onRef('s.log_id', '=', 'l.id').onRef('s.organization_id', '=', 'l.organization_id'),
    )
    .select([
      ...columns,
      sql<unknown>`case when ${kept} > ${IN_A_CELL} then l.changes - 'people' || jsonb_build_object('people', ${kept}) else l.changes end`.as(
        'changes',
      ),
      's.number',
      sql<string | null>`encode(s.hash, 'hex')`.as('hash'),
      sql<string>`to_char(l.created_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`.as('moment'),
    ])
    .where('l.id', '<', page.before)
    .orderBy('l.id', 'desc')
    .limit(page.limit)
    .execute();

/** The lines up to `newest` that keep people by id, newest first. */
export const linesOfPeople = async (tx: Tx, condition: LogCondition, newest: number): Promise<number[]> =>
  (
    await lines(tx, condition).select('l.id').where(named).where('l.id', '<=', newest).orderBy('l.id', 'desc').execute()
  ).map((row) => row.id);

/** The ids of people that a line keeps, a page of them in their order, and how many it keeps. */
export const peopleOfLine = async (tx: Tx, line: number, { limit, offset }: Page) => {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    select array(select p.id from jsonb_array_elements_text(l.changes->'people') with ordinality p (id, place)
        order by p.place limit ${limit} offset ${offset}) as ids,
      ${kept} as total
    from audit_log l where l.id = ${line} and ${named}`.execute(tx);
  return rows[0] ?? { ids: [], total: 0 };
};

export const listActions = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('audit_log').select('action').distinct().orderBy('action').execute()).map((row) => row.action);

/** Who stands in the log, by the name last used; the most recent first. */
export const listActors = async (tx: Tx, search: string) => {
  const like = `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ id: string; name: string }>`
    select actor_id as id, (array_agg(actor_name order by id desc))[1] as name from audit_log
    where actor_id is not null and lower(actor_name) like ${like} group by actor_id order by max(id) desc limit 20`.execute(
    tx,
  );
  return rows;
};
