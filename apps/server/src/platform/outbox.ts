import { randomUUID } from 'node:crypto';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { now } from './clock.ts';
import type { SystemTx, Tx } from './db.ts';
import { enqueue } from './jobs.ts';

export type OutgoingLetter = {
  /** What it is for, as a word of the log: invitation, recovery, code, test_letter, report … */
  readonly kind: string;
  readonly employeeId: string | null;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Only where the transaction has no organisation of its own (sign-in). */
  readonly organizationId?: string;
};

/**
 * Puts a transactional letter into the outbox of the current organisation, inside the caller's transaction: no commit,
 * no letter. It leaves at least once, always with the same Message-ID. Answers the letter's id.
 */
export const queueLetter = async (tx: Tx | SystemTx, letter: OutgoingLetter): Promise<string> => {
  const domain = letter.to.slice(letter.to.lastIndexOf('@') + 1);
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
      message_id: `<${randomUUID()}@${domain}>`,
      created_at: now(),
    })
    .returning(['id', 'organization_id'])
    .executeTakeFirstOrThrow();
  await enqueue(tx, 'mail.send-letter', { organization_id: row.organization_id, outbox_id: row.id });
  return row.id;
};
