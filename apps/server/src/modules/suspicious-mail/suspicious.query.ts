import {
  type suspiciousSorts,
  suspiciousStates,
  type SuspiciousState,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import {
  suspiciousEmail,
  type SuspiciousEmail,
  type SuspiciousRow,
} from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import type { Sorting } from '@sergak/contract/paging.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { matchesSearch } from '../../platform/search.query.ts';

export type SuspiciousFilter = {
  readonly search: string;
  readonly states: readonly SuspiciousState[];
  readonly limit: number;
  readonly offset: number;
} & Sorting<(typeof suspiciousSorts)[number]>;

const orders = {
  reported_at: sql`s.reported_at`,
  subject: sql`nullif(s.subject, '') collate "ru-RU-x-icu"`,
  sender: sql`nullif(s.sender, '') collate "ru-RU-x-icu"`,
  reporter: sql`nullif(coalesce(e.full_name, s.reporter_address), '') collate "ru-RU-x-icu"`,
  state: sql`array_position(${suspiciousStates}::text[], s.state)`,
};
const columns = sql`
  s.id, s.subject, s.sender, s.reported_at, s.state, s.unreadable, cardinality(s.links) as links_count,
  jsonb_array_length(s.attachments) as attachments_count,
  json_build_object('id', e.id, 'name', coalesce(e.full_name, ''), 'email', coalesce(e.email, s.reporter_address)) as reporter`;
const tables = sql`suspicious_emails s left join employees e on e.id = s.reporter_id and e.deleted_at is null`;

/** One page of the reported emails that are no simulations, the latest first unless sorted. */
export const listSuspicious = async (tx: Tx, f: SuspiciousFilter) => {
  const text = sql`s.subject || ' ' || s.sender || ' ' || s.reporter_address || ' ' || coalesce(e.search_text, '')`;
  const where = sql`${matchesSearch(text, f.search)}
    and (${f.states.length} = 0 or s.state = any(${f.states}::text[]))`;
  const { rows: data } = await sql<SuspiciousRow>`
    select ${columns} from ${tables} where ${where}
    order by ${orders[f.sort_by ?? 'reported_at']} ${sql.raw(f.sort_order)} nulls last, s.id limit ${f.limit} offset ${f.offset}`.execute(
    tx,
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${tables} where ${where}`.execute(tx);
  return { data, total_count: rows[0]!.n };
};

export const findSuspicious = async (tx: Tx, id: string): Promise<SuspiciousEmail | undefined> => {
  const { rows } = await sql<Omit<SuspiciousEmail, 'attachments'> & { attachments: unknown }>`
    select ${columns}, s.sent_at, s.links, s.attachments, s.headers, s.size, s.forwarded_to, s.state_at, b.full_name as state_by
    from ${tables} left join employees b on b.id = s.state_by where s.id = ${id}`.execute(tx);
  return rows[0] && { ...rows[0], attachments: suspiciousEmail.shape.attachments.parse(rows[0].attachments) };
};
