import { randomUUID } from 'node:crypto';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { iso, now } from './clock.ts';
import type { SystemTx, Tx } from './db.ts';
import { enqueue, enqueueMany } from './jobs.ts';

export type OutgoingLetter = {
  /** What it is for, as a word of the log: invitation, recovery, code, test_letter, report … */
  readonly kind: string;
  readonly employeeId: string | null;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The email carries a link or a code that opens the addressee's account: it is not sent once that has been voided. */
  readonly opensAccount?: boolean;
  /** Only where the transaction has no organisation of its own (sign-in). */
  readonly organizationId?: string;
};

/**
 * Puts a transactional letter into the outbox of the current organisation, inside the caller's transaction: no commit,
 * no letter. It leaves at least once, always with the same Message-ID. Answers the letter's id.
 */
export const queueLetter = async (tx: Tx | SystemTx, letter: OutgoingLetter): Promise<string> => {
  const domain = letter.to.slice(letter.to.lastIndexOf('@') + 1);
  return insertLetter(tx, { ...letter, messageId: `<${randomUUID()}@${domain}>` });
};

type Row = Omit<OutgoingLetter, 'language'> & { readonly messageId: string; readonly message?: Buffer };
const insertLetter = async (tx: Tx | SystemTx, letter: Row): Promise<string> => {
  const row = await tx
    .insertInto('outbox')
    .values({
      ...(letter.organizationId ? { organization_id: letter.organizationId } : {}),
      kind: letter.kind,
      employee_id: letter.employeeId,
      recipient: letter.to,
      subject: letter.subject,
      html: letter.html,
      text: letter.text,
      message: letter.message ?? null,
      opens_account: letter.opensAccount ?? false,
      message_id: letter.messageId,
      created_at: now(),
    })
    .returning(['id', 'organization_id'])
    .executeTakeFirstOrThrow();
  await enqueue(tx, 'mail.send-letter', { organization_id: row.organization_id, outbox_id: row.id });
  return row.id;
};

type BuiltLetter = Pick<OutgoingLetter, 'kind' | 'employeeId' | 'to' | 'subject'> & {
  /** With its angle brackets, as in `message`. */
  readonly messageId: string;
  readonly message: Buffer;
};

/** Puts a letter that is built already into the outbox in the same way; its bytes leave as they are. */
export const queueMessage = (tx: Tx, letter: BuiltLetter): Promise<string> =>
  insertLetter(tx, { ...letter, html: '', text: '' });

/**
 * The same for many letters of one organisation at once: two statements for all of them. They give way to whatever else is
 * queued, so a few that somebody waits for are queued one by one.
 */
export const queueLetters = async (
  tx: Tx,
  letters: readonly Omit<OutgoingLetter, 'organizationId'>[],
): Promise<void> => {
  if (letters.length === 0) return;
  const rows = letters.map((letter) => ({
    id: randomUUID(),
    employee_id: letter.employeeId,
    kind: letter.kind,
    recipient: letter.to,
    subject: letter.subject,
    html: letter.html,
    text: letter.text,
    opens_account: letter.opensAccount ?? false,
    message_id: `<${randomUUID()}@${letter.to.slice(letter.to.lastIndexOf('@') + 1)}>`,
  }));
  await sql`
    insert into outbox (id, employee_id, kind, recipient, subject, html, text, opens_account, message_id, created_at)
    select r.*, ${iso(now())}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, employee_id uuid, kind text,
      recipient text, subject text, html text, text text, opens_account boolean, message_id text)`.execute(tx);
  await enqueueMany(
    tx,
    'mail.send-letter',
    rows.map((row) => ({ outbox_id: row.id })),
  );
};

/** Takes away every letter to these people, sent or not. */
export const forgetLetters = async (tx: Tx, employeeIds: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('outbox')
    .where('employee_id', 'in', [...employeeIds])
    .execute();
};

/** Deletes the queued emails to these people (null: to everybody) that carry a link or a code which has been voided. */
export const deleteOpeners = async (tx: Tx | SystemTx, employeeIds: readonly string[] | null): Promise<void> => {
  await tx
    .deleteFrom('outbox')
    .where('opens_account', '=', true)
    .where('state', '=', 'queued')
    .$if(employeeIds !== null, (q) =>
      q.where(sql<boolean>`employee_id = any(${`{${employeeIds?.join(',')}}`}::uuid[])`),
    )
    .execute();
};
