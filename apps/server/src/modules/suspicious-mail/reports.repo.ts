import type { reportBodies } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import type { Original } from './report-message.ts';

export type Outcome = 'simulation' | 'counted' | 'suspicious' | 'ignored';

/** Notes that these messages were read and returns the digests that are new, in hexadecimal. */
export const addReports = async (
  tx: Tx,
  reports: readonly { digest: string; outcome: Outcome }[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ digest: string }>`
    insert into mail_reports (digest, outcome, read_at)
    select decode(g.digest, 'hex'), g.outcome, ${iso(now())} from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as g(digest text, outcome text)
    on conflict do nothing returning encode(digest, 'hex') as digest`.execute(tx);
  return new Set(rows.map(({ digest }) => digest));
};

export type Body = (typeof reportBodies)[number];
type Suspicious = Original & {
  readonly reporterId: string | null;
  readonly reporterAddress: string;
  readonly reportedAt: Date;
  readonly size: number;
  readonly unreadable: boolean;
  readonly forwardedTo: string | null;
  readonly body: Body;
};

/** Whether this person has reported the email with this Message-ID before. */
export const wasReported = async (tx: Tx, one: Suspicious): Promise<boolean> => {
  if (one.message_id === '') return false;
  const found = await tx
    .selectFrom('suspicious_emails')
    .select('id')
    .where('message_id', '=', one.message_id)
    .$if(one.reporterId !== null, (q) => q.where('reporter_id', '=', one.reporterId))
    .$if(one.reporterId === null, (q) => q.where('reporter_address', '=', one.reporterAddress))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Number of emails that this person reported within the time before `at`, given in milliseconds. */
export const countReported = async (tx: Tx, reporterId: string, at: Date, time: number): Promise<number> => {
  const { n } = await tx
    .selectFrom('suspicious_emails')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('reporter_id', '=', reporterId)
    .where('reported_at', '>', iso(after(at, -time)))
    .where('reported_at', '<=', iso(at))
    .executeTakeFirstOrThrow();
  return n;
};

/** What reports of one message have in common: its Message-ID, else sender and subject together. */
const messageKey = ({ message_id, sender_address, subject_key }: Original): string =>
  message_id !== ''
    ? message_id
    : sender_address !== '' && subject_key !== ''
      ? `${sender_address}\n${subject_key}`
      : '';

export const addSuspicious = async (tx: Tx, one: Suspicious): Promise<string> => {
  const { id } = await tx
    .insertInto('suspicious_emails')
    .values({
      reporter_id: one.reporterId,
      reporter_address: one.reporterAddress,
      sender: one.sender,
      subject: one.subject,
      message_id: one.message_id,
      sent_at: one.sent_at,
      reported_at: one.reportedAt,
      headers: one.headers,
      links: [...one.links],
      attachments: JSON.stringify(one.attachments),
      size: one.size,
      unreadable: one.unreadable,
      forwarded_to: one.forwardedTo,
      sender_address: one.sender_address,
      subject_key: one.subject_key,
      hosts: [...one.hosts],
      message_key: messageKey(one),
      body: one.body,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A message older than this is not read at all; its digest is kept for longer, so that no message is read twice. */
export const READ_DAYS = 90;
const DIGEST_DAYS = READ_DAYS * 2;
const SUSPICIOUS_DAYS = 365;
const AT_ONCE = 5_000;

/** Deletes reported emails after a year and the digests of messages that are too old to be read again. */
export const deleteOld = async (tx: SystemTx): Promise<void> => {
  await sql`delete from mail_reports where ctid = any(array(select ctid from mail_reports
    where read_at < ${iso(after(now(), -DIGEST_DAYS * DAY))} order by read_at limit ${AT_ONCE}))`.execute(tx);
  await sql`delete from suspicious_emails where id in (select id from suspicious_emails
    where reported_at < ${iso(after(now(), -SUSPICIOUS_DAYS * DAY))} order by reported_at limit ${AT_ONCE})`.execute(
    tx,
  );
};

/**
 * Separates reported emails from reporters whose data is erased, and deletes the messages themselves: a forwarded email and its
 * headers name the reporter.
 */
export const forgetReporters = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`
    delete from reported_messages where (organization_id, email_id) in (
      select organization_id, id from suspicious_emails where reporter_id = any(${ids}::uuid[]))`.execute(tx);
  await sql`
    update suspicious_emails set reporter_id = null, reporter_address = '', headers = '',
      body = case when body = 'kept' then 'deleted' else body end
    where reporter_id = any(${ids}::uuid[])`.execute(tx);
};
