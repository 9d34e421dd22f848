import type { AuditFilter } from '@sergak/contract/audit/audit.endpoints.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Lines that a filter finds; days are those of the time zone. */
const found = (tx: Tx, filter: AuditFilter, timeZone: string) => {
  const like = `%${filter.search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  return tx
    .selectFrom('audit_log as l')
    .$if(filter.search.trim() !== '', (q) =>
      q.where(sql<boolean>`lower(l.actor_name || ' ' || l.action || ' ' || coalesce(l.target, '')) like ${like}`),
    )
    .$if(filter.action !== undefined, (q) => q.where('l.action', '=', filter.action!))
    .$if(filter.actor_id !== undefined, (q) => q.where('l.actor_id', '=', filter.actor_id!))
    .$if(filter.from !== undefined, (q) =>
      q.where(sql<boolean>`l.created_at >= (${filter.from}::date)::timestamp at time zone ${timeZone}`),
    )
    .$if(filter.to !== undefined, (q) =>
      q.where(sql<boolean>`l.created_at < (${filter.to}::date + 1)::timestamp at time zone ${timeZone}`),
    );
};
const columns = [
  'l.id',
  'l.action',
  'l.target',
  'l.actor_id',
  'l.actor_name',
  'l.changes',
  'l.address',
  'l.created_at',
] as const;

/** The action log, newest first. */
export const listAudit = async (tx: Tx, filter: AuditFilter & { limit: number; offset: number }, timeZone: string) => {
  const data = await found(tx, filter, timeZone)
    .select(columns)
    .orderBy('l.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { data, total_count: (await countAudit(tx, filter, timeZone)).total };
};

/** How many lines a filter finds, and the newest of them: what comes later is not part of an export that was asked for now. */
export const countAudit = async (tx: Tx, filter: AuditFilter, timeZone: string) =>
  found(tx, filter, timeZone)
    .select((eb) => [eb.fn.countAll<number>().as('total'), sql<number>`coalesce(max(l.id), 0)`.as('newest')])
    .executeTakeFirstOrThrow();

/** The next lines before an id, with their seals and the moment in words of the time zone. */
export const listForExport = (tx: Tx, filter: AuditFilter, timeZone: string, page: { before: number; limit: number }) =>
  found(tx, filter, timeZone)
    .leftJoin('audit_seals as s', (join) =>
      join.onRef('s.log_id', '=', 'l.id').onRef('s.organization_id', '=', 'l.organization_id'),
    )
    .select([
      ...columns,
      's.number',
      sql<string | null>`encode(s.hash, 'hex')`.as('hash'),
      sql<string>`to_char(l.created_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`.as('moment'),
    ])
    .where('l.id', '<', page.before)
    .orderBy('l.id', 'desc')
    .limit(page.limit)
    .execute();

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
