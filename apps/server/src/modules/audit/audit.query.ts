import type { Sorting } from '@sergak/contract/paging.ts';
import type { AuditFilter } from '@sergak/contract/audit/audit.endpoints.ts';
import type { AuditKind } from '@sergak/contract/audit/audit.rules.ts';
import type { AuditChange, AuditDetails } from '@sergak/contract/audit/audit.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../platform/db.ts';
import { matchesSearch } from '../../platform/search.query.ts';
import { findActionsByText } from './log-words.ts';
import { findPeople } from './things.query.ts';

/** Time zone and language in which a filter is interpreted. */
export type LogReader = { readonly timeZone: string; readonly language: Language };
/** A filter as a condition on `audit_log l`. */
export type LogCondition = RawBuilder<boolean>;

/**
 * Condition for a search by actor, action and target. A person is found by present name, also in entries of bulk actions; other
 * things are found by each title that the log stored. Names are looked up first, so that each condition uses an index.
 */
const conditionOfSearch = async (tx: Tx, search: string, language: Language): Promise<LogCondition> => {
  const needle = search.toLowerCase();
  const { ids, entries } = await findPeople(tx, search);
  const actions = [...findActionsByText(search, language), ...(await actionsNamed(tx, needle))];
  const targets = z.uuid().safeParse(needle).success ? [needle, ...ids] : ids;
  const titled = sql`target_title = any(${await titlesNamed(tx, search)}::text[])`;
  return sql`l.id in (
    select id from audit_log where actor_name = any(${await actorsNamed(tx, search)}::text[])
    union all select id from audit_log where action = any(${actions}::text[])
    union all select id from audit_log where target_id = any(${targets}::uuid[])
    union all select id from audit_log where ${titled}
    union all select id from audit_log where target_id in (select target_id from audit_log where ${titled})
    union all select unnest(${entries}::bigint[]))`;
};

/** Distinct stored names of actors that contain the words of a search. */
const actorsNamed = async (tx: Tx, search: string): Promise<string[]> => {
  const { rows } = await sql<{ actor_name: string }>`
    select actor_name from (select distinct actor_name from audit_log offset 0) a
    where ${matchesSearch(sql`actor_name`, search)}`.execute(tx);
  return rows.map((row) => row.actor_name);
};

/** Distinct stored titles of things that contain the words of a search. */
const titlesNamed = async (tx: Tx, search: string): Promise<string[]> => {
  const { rows } = await sql<{ title: string }>`
    select title from (select distinct target_title as title from audit_log where target_title is not null offset 0) t
    where ${matchesSearch(sql`title`, search)}`.execute(tx);
  return rows.map((row) => row.title);
};

/** Distinct actions of the log whose identifier contains a search text, including actions of other versions. */
const actionsNamed = async (tx: Tx, needle: string): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    with recursive a as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > a.action order by l.action limit 1) from a where a.action is not null)
    select action from a where strpos(action, ${needle}) > 0`.execute(tx);
  return rows.map((row) => row.action);
};

/** The condition of a filter, with names looked up; the queries below take it. */
export const logCondition = async (tx: Tx, filter: AuditFilter, reader: LogReader): Promise<LogCondition> => {
  const { action, actor_id, from, to } = filter;
  const search = filter.search.trim();
  const zone = reader.timeZone;
  const all: RawBuilder<unknown>[] = [
    sql`true`,
    ...(search === '' ? [] : [await conditionOfSearch(tx, search, reader.language)]),
    ...(action === undefined ? [] : [sql`l.action = ${action}`]),
    ...(actor_id === undefined ? [] : [sql`l.actor_id = ${actor_id}`]),
    ...(from === undefined ? [] : [sql`l.created_at >= (${from}::date)::timestamp at time zone ${zone}`]),
    ...(to === undefined ? [] : [sql`l.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
};

/** Maximum number of people in a cell; longer lists are only on the sheet of people. */
const IN_A_CELL = 500;
const named = sql<boolean>`(l.details ? 'people')`;
const kept = sql<number>`case when ${named} then jsonb_array_length(l.details->'people') end`;

const lines = (tx: Tx, condition: LogCondition) => tx.selectFrom('audit_log as l').where(condition);

/** An entry as it is stored; `details.people` may have been replaced by the number of people. */
type Line = {
  id: number;
  action: string;
  target_kind: AuditKind;
  target_id: string | null;
  target_title: string | null;
  actor_id: string | null;
  actor_name: string;
  address: string | null;
  created_at: string;
  changes: AuditChange[];
  details: Omit<AuditDetails, 'people'> & { people?: number };
};
const columns = sql`l.id, l.action, l.target_kind, l.target_id, l.target_title, l.actor_id, l.actor_name, l.address,
  l.created_at, l.changes`;

type Page = { readonly limit: number; readonly offset: number };

/** Entries by id, newest first, with the number of their people instead of the ids. Each `details` is unpacked only once. */
const readEntries = async (tx: Tx, ids: readonly number[]) => {
  const { rows } = await sql<Line & { people: boolean }>`
    select ${columns}, n.kept is not null as people,
      case when n.kept is null then l.details else l.details - 'people' || jsonb_build_object('people', n.kept) end as details
    from audit_log l
      cross join lateral (select l.details->'people' as list offset 0) p
      cross join lateral (select jsonb_array_length(p.list) as kept offset 0) n
    where l.id = any(${ids}::bigint[]) order by l.id desc`.execute(tx);
  return rows;
};

type SortedPage = Page & Pick<Sorting<'created_at'>, 'sort_order'>;
/** Entries read newest first, in the requested order. */
const inOrder = <T>(lines: readonly T[], order: 'asc' | 'desc'): T[] =>
  order === 'desc' ? [...lines] : lines.toReversed();

/** A page of the audit log. */
export const listAudit = async (tx: Tx, condition: LogCondition, { limit, offset, sort_order }: SortedPage) => {
  const page = await lines(tx, condition)
    .select('l.id')
    .orderBy('l.id', sort_order)
    .limit(limit)
    .offset(offset)
    .execute();
  const data = await readEntries(
    tx,
    page.map((row) => row.id),
  );
  return { data: inOrder(data, sort_order), total_count: (await countAudit(tx, condition)).total };
};

/** {@link listAudit} for a search: one pass over the matches yields both the page and the total. */
export const searchAudit = async (tx: Tx, condition: LogCondition, { limit, offset, sort_order }: SortedPage) => {
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    select (array_agg(l.id::float8 order by l.id ${sql.raw(sort_order)}))[${offset + 1}::int:${offset + limit}::int] as ids, count(*) as total
    from audit_log l where ${condition}`.execute(tx);
  const { ids, total } = rows[0]!;
  return { data: inOrder(await readEntries(tx, ids ?? []), sort_order), total_count: total };
};

/** Number of entries that match, and the newest id: an export ordered now contains no later entries. */
export const countAudit = async (tx: Tx, condition: LogCondition) =>
  lines(tx, condition)
    .select((eb) => [eb.fn.countAll<number>().as('total'), sql<number>`coalesce(max(l.id), 0)`.as('newest')])
    .executeTakeFirstOrThrow();

export type ExportedLine = Omit<Line, 'details'> & {
  details: Omit<AuditDetails, 'people'> & { people?: number | string[] };
  number: number | null;
  hash: string | null;
  moment: string;
};
/** The next entries before an id, with their seals and the local time in the time zone. */
export const listForExport = async (
  tx: Tx,
  condition: LogCondition,
  timeZone: string,
  page: { before: number; limit: number },
) => {
  const { rows } = await sql<ExportedLine>`
    select ${columns}, s.number, encode(s.hash, 'hex') as hash,
      to_char(l.created_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS') as moment,
      case when ${kept} > ${IN_A_CELL} then l.details - 'people' || jsonb_build_object('people', ${kept}) else l.details end
        as details
    from audit_log l left join audit_seals s on s.log_id = l.id and s.organization_id = l.organization_id
    where ${condition} and l.id < ${page.before} order by l.id desc limit ${page.limit}`.execute(tx);
  return rows;
};

/** Ids of the entries up to `newest` that hold a list of people, newest first. */
export const listEntriesWithPeople = async (tx: Tx, condition: LogCondition, newest: number): Promise<number[]> =>
  (
    await lines(tx, condition).select('l.id').where(named).where('l.id', '<=', newest).orderBy('l.id', 'desc').execute()
  ).map((row) => row.id);

/** A page of the people's ids in an entry, in stored order, and their total. */
export const listPeopleOfEntry = async (tx: Tx, line: number, { limit, offset }: Page) => {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    select array(select p.id from jsonb_array_elements_text(l.details->'people') with ordinality p (id, place)
        order by p.place limit ${limit} offset ${offset}) as ids,
      ${kept} as total
    from audit_log l where l.id = ${line} and ${named}`.execute(tx);
  return rows[0] ?? { ids: [], total: 0 };
};

export const selectLoggedActions = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('audit_log').select('action').distinct().orderBy('action').execute()).map((row) => row.action);

/** Actors of the log with their last name, most recent first. */
export const listActors = async (tx: Tx, search: string) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select actor_id as id, (array_agg(actor_name order by id desc))[1] as name from audit_log
    where actor_id is not null and ${matchesSearch(sql`actor_name`, search)} group by actor_id order by max(id) desc limit 20`.execute(
    tx,
  );
  return rows;
};
