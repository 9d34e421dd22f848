import {
  reportStages,
  reportVerdicts,
  SIMILAR_MAX,
  type ReportLikeness,
  type ReportStage,
  type ReportVerdict,
  type suspiciousSorts,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import {
  suspiciousEmail,
  type SuspiciousEmail,
  type SuspiciousRow,
} from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import type { Sorting } from '@sergak/contract/paging.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { matchesWithStored } from '../../platform/search.query.ts';
import { authenticationOf, headerFields, hopsOf } from './trace.rules.ts';

export type SuspiciousFilter = {
  readonly search: string;
  readonly stages: readonly ReportStage[];
  readonly verdicts: readonly ReportVerdict[];
  readonly limit: number;
  readonly offset: number;
} & Sorting<(typeof suspiciousSorts)[number]>;

const orders = {
  reported_at: sql`s.reported_at`,
  subject: sql`nullif(s.subject, '') collate "ru-RU-x-icu"`,
  sender: sql`nullif(s.sender, '') collate "ru-RU-x-icu"`,
  reporter: sql`nullif(coalesce(e.full_name, s.reporter_address), '') collate "ru-RU-x-icu"`,
  stage: sql`array_position(${reportStages}::text[], s.stage)`,
  verdict: sql`array_position(${reportVerdicts}::text[], s.verdict)`,
};
/** Reports of the message of `s`; one that is not comparable is alone. */
const sameMessage = sql`m.message_key = s.message_key and s.message_key <> ''`;
const columns = sql`
  s.id, s.subject, s.sender, s.reported_at, s.stage, s.verdict, s.unreadable, cardinality(s.links) as links_count,
  jsonb_array_length(s.attachments) as attachments_count, t.full_name as taken_by,
  greatest(1, (select count(*)::int from suspicious_emails m where ${sameMessage})) as same,
  json_build_object('id', e.id, 'name', coalesce(e.full_name, ''), 'email', coalesce(e.email, s.reporter_address)) as reporter`;
const tables = sql`suspicious_emails s left join employees e on e.id = s.reporter_id and e.deleted_at is null
  left join employees t on t.id = s.taken_by`;

/** One page of the reported emails that are no simulations, the latest first unless sorted. */
export const listSuspicious = async (tx: Tx, f: SuspiciousFilter) => {
  const text = sql`s.subject || ' ' || s.sender || ' ' || s.reporter_address`;
  const where = sql`${matchesWithStored(text, sql`e.search_text`, f.search)}
    and (${f.stages.length} = 0 or s.stage = any(${f.stages}::text[]))
    and (${f.verdicts.length} = 0 or s.verdict = any(${f.verdicts}::text[]))`;
  const { rows: data } = await sql<SuspiciousRow>`
    select ${columns} from ${tables} where ${where}
    order by ${orders[f.sort_by ?? 'reported_at']} ${sql.raw(f.sort_order)} nulls last, s.id limit ${f.limit} offset ${f.offset}`.execute(
    tx,
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${tables} where ${where}`.execute(tx);
  return { data, total_count: rows[0]!.n };
};

type Stored = Omit<SuspiciousEmail, 'attachments' | 'hops' | 'authentication'> & { readonly attachments: unknown };
export const findSuspicious = async (tx: Tx, id: string): Promise<SuspiciousEmail | undefined> => {
  const { rows } = await sql<Stored>`
    select ${columns}, s.sent_at, s.links, s.attachments, s.headers, s.size, s.forwarded_to, s.state_at, b.full_name as state_by,
      s.version, s.body, k.kept_at + make_interval(days => coalesce(r.reported_days, 30)) as body_until,
      (select count(distinct m.reporter_id)::int from suspicious_emails m join employees p on p.id = m.reporter_id and p.deleted_at is null
        where m.id = s.id or ${sameMessage}) as reporters,
      (select count(distinct m.reporter_id)::int from suspicious_emails m join employees p on p.id = m.reporter_id and p.deleted_at is null
        where (m.id = s.id or ${sameMessage}) and m.answered = s.verdict) as answered
    from ${tables} left join employees b on b.id = s.state_by
    left join reported_messages k on k.organization_id = s.organization_id and k.email_id = s.id
    left join retention_settings r on r.organization_id = s.organization_id
    where s.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const fields = headerFields(row.headers);
  return {
    ...row,
    attachments: suspiciousEmail.shape.attachments.parse(row.attachments),
    hops: hopsOf(fields),
    authentication: authenticationOf(fields),
  };
};

type Compared = {
  readonly id: string;
  readonly message_key: string;
  readonly sender_address: string;
  readonly subject_key: string;
  readonly hosts: readonly string[];
};
const findCompared = async (tx: Tx, id: string): Promise<Compared | undefined> => {
  const { rows } = await sql<Compared>`
    select id, message_key, sender_address, subject_key, hosts from suspicious_emails where id = ${id}`.execute(tx);
  return rows[0];
};

type Likeness = { readonly by: ReportLikeness; readonly value: string; readonly where: RawBuilder<unknown> };
const likenessesOf = (one: Compared): Likeness[] => [
  ...(one.message_key === ''
    ? []
    : [{ by: 'message' as const, value: '', where: sql`s.message_key = ${one.message_key}` }]),
  ...(one.sender_address === ''
    ? []
    : [{ by: 'sender' as const, value: one.sender_address, where: sql`s.sender_address = ${one.sender_address}` }]),
  ...one.hosts.slice(0, 5).map((host) => ({
    by: 'host' as const,
    value: host,
    where: sql`s.hosts @> ${[host]}::text[]`,
  })),
  ...(one.subject_key === ''
    ? []
    : [{ by: 'subject' as const, value: one.subject_key, where: sql`s.subject_key = ${one.subject_key}` }]),
];

/** Other reports with the same message, sender, link host or subject; each list without what an earlier one shows. */
export const findSimilar = async (tx: Tx, id: string) => {
  const one = await findCompared(tx, id);
  if (!one) return undefined;
  const groups = [];
  const shown = new Set([id]);
  for (const { by, value, where } of likenessesOf(one)) {
    const others = sql`${where} and s.id <> all(${[...shown]}::uuid[])`;
    const { rows: reports } = await sql<SuspiciousRow>`
      select ${columns} from ${tables} where ${others} order by s.reported_at desc, s.id limit ${SIMILAR_MAX}`.execute(
      tx,
    );
    if (reports.length === 0) continue;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${tables} where ${others}`.execute(tx);
    groups.push({ by, value, count: rows[0]!.n, reports });
    for (const report of reports) shown.add(report.id);
  }
  return groups;
};

/** The subject of a reported email; undefined without the email. */
export const findSubject = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('suspicious_emails').select('subject').where('id', '=', id).executeTakeFirst())?.subject;

/** Reported emails without a verdict that nobody has closed: how many, and since when the oldest waits. */
export const waitingReports = async (tx: Tx): Promise<{ readonly number: number; readonly oldest: string | null }> => {
  const { rows } = await sql<{ number: number; oldest: string | null }>`
    select count(*)::int as number, min(reported_at) as oldest from suspicious_emails
    where stage <> 'closed' and verdict is null`.execute(tx);
  return rows[0]!;
};
