import { randomUUID } from 'node:crypto';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { iso, now } from './clock.ts';
import type { SystemTx, Tx } from './db.ts';
import { enqueue, enqueueIn, enqueueMany } from './jobs.ts';

export type OutgoingEmail = {
  /** What it is for, as a word of the log: invitation, recovery, code, test_email, report … */
  readonly kind: string;
  readonly employeeId: string | null;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The email carries a link or a code that opens the addressee's account: it is not sent once that has been voided. */
  readonly opensAccount?: boolean;
  /** The person gets the email because of a result of a simulation: administrators of an anonymous organisation do not see it. */
  readonly tellsResult?: boolean;
  /** The email waits until then: the quiet hours of the organisation. */
  readonly notBefore?: Date | undefined;
  /** Ids of stored files of the organisation. They are read when the email is sent; without one of them it is given up. */
  readonly attachments?: readonly string[];
};

/** Maximum total size of the attachments of a transactional email, in bytes. */
export const ATTACHMENTS_MAX = 10 * 1024 * 1024;

/**
 * Puts a transactional email into the outbox of the current organisation, inside the caller's transaction: no commit,
 * no email. It is sent at least once, always with the same Message-ID. Returns the id of the email. With `serverSealed`
 * it is sent through that mail server instead of the organisation's current one.
 */
export const queueEmail = (tx: Tx, email: OutgoingEmail, serverSealed?: Buffer): Promise<string> =>
  queueRow(tx, { ...email, messageId: newMessageId(email.to), serverSealed });

/** Like {@link queueEmail}, in a transaction across organisations (sign-in), for the given organisation. */
export const queueEmailIn = async (tx: SystemTx, organizationId: string, email: OutgoingEmail): Promise<string> => {
  const outbox_id = await insertEmail(tx, { ...email, messageId: newMessageId(email.to) }, organizationId);
  await enqueueIn(tx, organizationId, 'mail.send-email', { outbox_id });
  return outbox_id;
};

const newMessageId = (to: string): string => `<${randomUUID()}@${to.slice(to.lastIndexOf('@') + 1)}>`;

type Row = Omit<OutgoingEmail, 'language'> & {
  readonly messageId: string;
  readonly message?: Buffer;
  readonly serverSealed?: Buffer | undefined;
};

const queueRow = async (tx: Tx, email: Row): Promise<string> => {
  const outbox_id = await insertEmail(tx, email);
  await enqueue(tx, 'mail.send-email', { outbox_id }, email.notBefore);
  return outbox_id;
};

/** Without `organizationId` the column takes the organisation of the transaction. */
const insertEmail = async (tx: Tx | SystemTx, email: Row, organizationId?: string): Promise<string> => {
  const row = await tx
    .insertInto('outbox')
    .values({
      ...(organizationId ? { organization_id: organizationId } : {}),
      kind: email.kind,
      employee_id: email.employeeId,
      recipient: email.to,
      subject: email.subject,
      html: email.html,
      text: email.text,
      message: email.message ?? null,
      opens_account: email.opensAccount ?? false,
      tells_result: email.tellsResult ?? false,
      message_id: email.messageId,
      created_at: now(),
      attachments: [...(email.attachments ?? [])],
      server_sealed: email.serverSealed ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

type BuiltEmail = Pick<OutgoingEmail, 'kind' | 'employeeId' | 'to' | 'subject'> & {
  /** With its angle brackets, as in `message`. */
  readonly messageId: string;
  readonly message: Buffer;
};

/** Like {@link queueEmail}, for a message that is already built; its bytes are sent unchanged. */
export const queueMessage = (tx: Tx, email: BuiltEmail): Promise<string> =>
  queueRow(tx, { ...email, html: '', text: '' });

/**
 * Queues many emails of one organisation with two statements. They have a lower priority than other queued emails, so use
 * {@link queueEmail} for emails that a person waits for. Returns the ids of the emails, in their order.
 */
export const queueEmails = async (tx: Tx, emails: readonly OutgoingEmail[]): Promise<string[]> => {
  if (emails.length === 0) return [];
  const rows = emails.map((email) => ({
    id: randomUUID(),
    employee_id: email.employeeId,
    kind: email.kind,
    recipient: email.to,
    subject: email.subject,
    html: email.html,
    text: email.text,
    opens_account: email.opensAccount ?? false,
    tells_result: email.tellsResult ?? false,
    message_id: newMessageId(email.to),
    attachments: email.attachments ?? [],
  }));
  await sql`
    insert into outbox (id, employee_id, kind, recipient, subject, html, text, opens_account, tells_result, message_id, attachments, created_at)
    select r.*, ${iso(now())}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, employee_id uuid, kind text,
      recipient text, subject text, html text, text text, opens_account boolean, tells_result boolean, message_id text, attachments uuid[])`.execute(
    tx,
  );
  await enqueueMany(
    tx,
    'mail.send-email',
    rows.map((row) => ({ outbox_id: row.id })),
  );
  return rows.map((row) => row.id);
};

/** Deletes emails of one kind that were sent, or given up, to these people. */
export const deleteSentEmails = async (tx: Tx, kind: string, employeeIds: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('outbox')
    .where('kind', '=', kind)
    .where('employee_id', 'in', [...employeeIds])
    .where('state', '<>', 'queued')
    .execute();
};

/** Deletes emails that tell a result and were sent, or given up, since an instant. */
export const deleteTellingEmails = async (tx: Tx, since: Date): Promise<void> => {
  await tx
    .deleteFrom('outbox')
    .where('tells_result', '=', true)
    .where('created_at', '>=', iso(since))
    .where('state', '<>', 'queued')
    .execute();
};

/** Deletes all emails to these people, sent or not. */
export const deleteEmailsTo = async (tx: Tx, employeeIds: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('outbox')
    .where('employee_id', 'in', [...employeeIds])
    .execute();
};

/** Deletes queued emails to these people (null: to everybody) that contain a link or a code that is no longer valid. */
export const deleteAccessEmails = async (tx: Tx | SystemTx, employeeIds: readonly string[] | null): Promise<void> => {
  await tx
    .deleteFrom('outbox')
    .where('opens_account', '=', true)
    .where('state', '=', 'queued')
    .$if(employeeIds !== null, (q) => q.where(sql<boolean>`employee_id = any(${employeeIds ?? []}::uuid[])`))
    .execute();
};

/** Records that an email was sent. */
export const markSent = (tx: Tx, id: string, reply: string) =>
  tx
    .updateTable('outbox')
    // The text is deleted once the email is sent: it may contain a link or a code that opens an account. So is the server.
    .set((eb) => ({
      state: 'sent' as const,
      reply,
      sent_at: now(),
      attempts: eb('attempts', '+', 1),
      html: '',
      text: '',
      message: null,
      server_sealed: null,
    }))
    .where('id', '=', id)
    .execute();

/** Records an attempt that failed; after the `final` one the email is given up. */
export const markTried = (tx: Tx, id: string, reply: string, final: boolean) =>
  tx
    .updateTable('outbox')
    .set((eb) => ({
      state: final ? ('failed' as const) : ('queued' as const),
      reply,
      attempts: eb('attempts', '+', 1),
      ...(final ? { html: '', text: '', message: null, server_sealed: null } : {}),
    }))
    .where('id', '=', id)
    .execute();

/** Deletes the emails of the transaction's organisation that are still to be sent. */
export const deleteQueuedEmails = (tx: Tx) => tx.deleteFrom('outbox').where('state', '=', 'queued').execute();

/** Deletes up to `most` emails of all organisations that were sent or given up before an instant. */
export const deleteOldEmails = (tx: SystemTx, before: Date, most: number) =>
  sql`delete from outbox where id in (
    select id from outbox where state in ('sent', 'failed') and created_at < ${iso(before)}
    order by created_at limit ${most})`.execute(tx);
