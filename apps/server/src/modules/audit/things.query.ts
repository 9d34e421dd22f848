import type { AuditThing } from '@sergak/contract/audit/audit.endpoints.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { inSearchText } from '../../platform/search.query.ts';
import { searchCondition } from '../directory/public.ts';

/**
 * The last title that the log stored for each of these things, which no longer exist. Row-level security hides descendant
 * organisations, so an organisation counts as removed only if an entry records the removal.
 */
export const titlesInLog = async (tx: Tx, ids: readonly string[]): Promise<AuditThing[]> => {
  const { rows } = await sql<AuditThing>`
    select distinct on (l.target_id) l.target_id as id, l.target_kind as kind, l.target_title as name, null::uuid as parent_id,
      case when l.target_kind = 'organization' and not exists (
        select from audit_log r where r.target_id = l.target_id and r.action = 'organization.removed') then 'present'
      else 'removed' end as state
    from audit_log l where l.target_id = any(${ids}::uuid[]) and l.target_title is not null
    order by l.target_id, l.id desc`.execute(tx);
  return rows;
};

/** Query `select id` of people whose data match a search, including removed people. */
const peopleByName = async (tx: Tx, search: string): Promise<RawBuilder<unknown>> => sql`
  select e.id from employees e where e.deleted_at is null and ${(await searchCondition(tx, search)) ?? sql`false`}
  union all select e.id from employees e
    where e.deleted_at is not null and e.wiped_at is null and ${inSearchText(sql`e.search_text`, search)}`;

export type FoundPeople = {
  readonly ids: readonly string[];
  /** Ids of entries of bulk actions whose list contains one of these people. */
  readonly entries: readonly number[];
};

/** The people that a search finds by their present data, and the entries of bulk actions on them. */
export const findPeople = async (tx: Tx, search: string): Promise<FoundPeople> => {
  const { rows } = await sql<{ ids: string; entries: string }>`
    with found as materialized (${await peopleByName(tx, search)})
    select array(select id from found)::text as ids, audit_lines_of(array(select id from found))::text as entries`.execute(
    tx,
  );
  const { ids, entries } = rows[0]!;
  return { ids: listed(ids), entries: listed(entries).map(Number) };
};
/** The values of an array that holds neither text nor null: parsing the text is much faster for many ids. */
const listed = (array: string): string[] => (array === '{}' ? [] : array.slice(1, -1).split(','));
