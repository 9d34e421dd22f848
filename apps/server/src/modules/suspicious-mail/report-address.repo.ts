import { sql } from 'kysely';
import type { MailboxDiagnosis } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import type { MailboxSecurity } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { after, DAY, iso, MINUTE, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export type MailboxFailure = MailboxDiagnosis['steps'][number] & { readonly at: string };

export const findReportMailbox = (tx: Tx) => tx.selectFrom('report_mailboxes').selectAll().executeTakeFirst();
export const lockReportMailbox = (tx: Tx) =>
  tx.selectFrom('report_mailboxes').selectAll().forUpdate().executeTakeFirst();
export type ReportMailboxRow = NonNullable<Awaited<ReturnType<typeof findReportMailbox>>>;

export type MailboxValues = {
  address: string;
  host: string;
  port: number;
  security: MailboxSecurity;
  username: string;
  password_sealed: Buffer | null;
  ca: string;
  folder: string;
  forward_to: string | null;
  thanks: boolean;
  version: number;
};

/** Stores the settings. `restart`: another folder is read from its beginning. The next try is due at once. */
export const putReportMailbox = async (tx: Tx, row: MailboxValues, restart: boolean): Promise<void> => {
  const values = {
    ...row,
    failure: null,
    failures: 0,
    next_at: now(),
    updated_at: now(),
    ...(restart && { uid_validity: null, last_uid: 0, read_at: null, is_full: false }),
  };
  await tx
    .insertInto('report_mailboxes')
    .values(values)
    .onConflict((oc) => oc.column('organization_id').doUpdateSet(values))
    .execute();
};

export const deleteReportMailbox = (tx: Tx) => tx.deleteFrom('report_mailboxes').execute();

/** Organisations whose mailbox is to be read now. */
export const dueMailboxes = (tx: SystemTx) =>
  tx
    .selectFrom('report_mailboxes')
    .select('organization_id')
    .where('next_at', '<=', sql<string>`${iso(now())}::timestamptz`)
    .orderBy('next_at')
    .limit(1_000)
    .execute();

/** Moves the place up to which the folder has been read. */
export const moveOn = (tx: Tx, uidValidity: string, lastUid: number) =>
  tx.updateTable('report_mailboxes').set({ uid_validity: uidValidity, last_uid: lastUid }).execute();

export const noteSuccess = (tx: Tx, version: number, isFull: boolean) =>
  tx
    .updateTable('report_mailboxes')
    .set({ read_at: now(), failure: null, failures: 0, next_at: now(), is_full: isFull })
    .where('version', '=', version)
    .execute();

/** Waits after failures: one minute longer each time, at most a quarter of an hour. */
export const noteMailboxFailure = (tx: Tx, version: number, failures: number, failure: MailboxFailure) =>
  tx
    .updateTable('report_mailboxes')
    .set({
      failure: JSON.stringify(failure),
      failures: failures + 1,
      next_at: after(now(), Math.min(failures, 15) * MINUTE),
    })
    .where('version', '=', version)
    .execute();

/** Reports of the last 30 days: of our emails, and of others. */
export const countReports = async (tx: Tx): Promise<{ simulations: number; suspicious: number }> => {
  const { rows } = await sql<{ simulations: number; suspicious: number }>`
    select count(*) filter (where outcome in ('simulation', 'counted'))::int as simulations,
      count(*) filter (where outcome = 'suspicious')::int as suspicious
    from mail_reports where read_at > ${iso(after(now(), -30 * DAY))}`.execute(tx);
  return rows[0]!;
};
