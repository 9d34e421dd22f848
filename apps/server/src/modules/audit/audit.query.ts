import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

type Filter = { search: string; action?: string; from?: string; to?: string; limit: number; offset: number };

/** The action log, newest first; days are those of the organisation's time zone. */
export const listAudit = async (tx: Tx, filter: Filter, timeZone: string) => {
  const like = `%${filter.search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  const found = tx
    .selectFrom('audit_log')
    .$if(filter.search.trim() !== '', (q) =>
      q.where(sql<boolean>`lower(actor_name || ' ' || action || ' ' || coalesce(target, '')) like ${like}`),
    )
    .$if(filter.action !== undefined, (q) => q.where('action', '=', filter.action!))
    .$if(filter.from !== undefined, (q) =>
      q.where(sql<boolean>`created_at >= (${filter.from}::date)::timestamp at time zone ${timeZone}`),
    )
    .$if(filter.to !== undefined, (q) =>
      q.where(sql<boolean>`created_at < (${filter.to}::date + 1)::timestamp at time zone ${timeZone}`),
    );
  const data = await found
    .select(['id', 'action', 'target', 'actor_id', 'actor_name', 'changes', 'address', 'created_at'])
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { n } = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { data, total_count: n };
};

export const listActions = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('audit_log').select('action').distinct().orderBy('action').execute()).map((row) => row.action);
