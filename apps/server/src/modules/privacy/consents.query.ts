import type { Consents } from '@sergak/contract/privacy/privacy.endpoints.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { inSearchText } from '../../platform/search.query.ts';

type Asked = { search: string; agreed?: boolean | undefined; limit: number; offset: number };

/** Registered people with the version of the consent that they agreed to, and when. */
export const listConsents = async (tx: Tx, { search, agreed, limit, offset }: Asked): Promise<Consents> => {
  const conditions = [
    sql`e.deleted_at is null and e.is_registered`,
    inSearchText(sql`e.search_text`, search),
    ...(agreed === undefined ? [] : [sql`(e.consented_at is not null and e.consented_version = v.latest) = ${agreed}`]),
  ];
  const from = sql`employees e cross join (select coalesce(max(version), 0) as latest from consent_texts) v
    where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<Consents['data'][number]>`
    select e.id, e.full_name, e.email, e.consented_at, case when e.consented_at is not null then e.consented_version end as version,
      e.consented_at is not null and e.consented_version = v.latest as agreed
    from ${from} order by e.full_name collate "ru-RU-x-icu", e.id limit ${limit} offset ${offset}`.execute(tx);
  const total = await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(tx);
  const versions = await sql<Consents['versions'][number]>`
    select v.version, v.created_at, v.created_by_name,
      (select count(*)::int from employees e where e.deleted_at is null and e.is_registered and e.consented_at is not null
        and e.consented_version = v.version) as people
    from (select version, created_at, created_by_name from consent_texts
      union all select 0, null, null) v order by v.version desc`.execute(tx);
  return { data: rows, total_count: total.rows[0]!.n, versions: versions.rows };
};
