import { isAtLeast, type Role } from '@sergak/contract/access/roles.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

type Caught = {
  organizationId: string;
  messageId: string;
  sender: string;
  recipient: string;
  subject: string;
  raw: Buffer;
  simulated: boolean;
  /** The addressee of an email of the outbox. */
  employeeId: string | null;
  tellsResult: boolean;
};

export const insertCaught = (tx: SystemTx, email: Caught) =>
  tx
    .insertInto('mailbox_emails')
    .values({
      organization_id: email.organizationId,
      message_id: email.messageId,
      sender: email.sender,
      recipient: email.recipient,
      subject: email.subject,
      raw: email.raw,
      simulated: email.simulated,
      employee_id: email.employeeId,
      tells_result: email.tellsResult,
      received_at: now(),
    })
    .execute();

export const rowColumns = ['id', 'sender', 'recipient', 'subject', 'received_at'] as const;

/** The person who reads the mailbox. */
export type MailboxReader = { readonly id: string; readonly role: Role };

/**
 * Condition for the caught emails that this person may see. An email of the portal can open its addressee's account (a link, a
 * code), so only the addressee and super users see it. The person counts, not the address, which another person may get later.
 * A simulation opens no account and is shown to all people who may open the mailbox. In an anonymous organisation, an email that
 * tells a result is shown to its addressee only.
 */
export const visibleTo = ({ id, role }: MailboxReader) => {
  const isOwn = sql`mailbox_emails.employee_id is not distinct from ${id}::uuid`;
  const isHidden = sql`mailbox_emails.tells_result and exists (select from retention_settings s
    where s.organization_id = mailbox_emails.organization_id and s.anonymous)`;
  const isOpen = isAtLeast(role, 'super_user') ? sql`true` : sql`mailbox_emails.simulated`;
  return sql<boolean>`(${isOwn} or ${isOpen} and not (${isHidden}))`;
};

export const findMailboxEmail = (tx: Tx | SystemTx, reader: MailboxReader, id: number, organizationId?: string) =>
  tx
    .selectFrom('mailbox_emails')
    .select([...rowColumns, 'raw'])
    .where('id', '=', id)
    .where(visibleTo(reader))
    .$if(organizationId !== undefined, (q) => q.where('organization_id', '=', organizationId!))
    .executeTakeFirst();

/** Deletes the emails that this person may see; other emails are neither deleted nor counted. */
export const clearCaught = async (tx: Tx, reader: MailboxReader) => {
  const result = await tx.deleteFrom('mailbox_emails').where(visibleTo(reader)).executeTakeFirst();
  return Number(result.numDeletedRows);
};

/** The present role of a person. Crosses tenants: a link to the content origin carries no session. */
export const findRoleOfEmployee = async (tx: SystemTx, employeeId: string): Promise<Role | undefined> => {
  const row = await tx
    .selectFrom('employees')
    .select('role')
    .where('id', '=', employeeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.role;
};

type Origin = Pick<Caught, 'employeeId' | 'tellsResult'>;
/** The addressee of an email of the outbox. Crosses tenants: an email arrives over SMTP, without a session. */
export const findEmailAddressee = async (
  tx: SystemTx,
  organizationId: string,
  outboxId: string,
): Promise<Origin | undefined> =>
  tx
    .selectFrom('outbox as o')
    .innerJoin('employees as e', (join) =>
      join.onRef('e.organization_id', '=', 'o.organization_id').onRef('e.id', '=', 'o.employee_id'),
    )
    .select(['e.id as employeeId', 'o.tells_result as tellsResult'])
    .where('o.id', '=', outboxId)
    .where('o.organization_id', '=', organizationId)
    .executeTakeFirst();

/** Whether a simulation goes to those who reached a mark of another campaign. Crosses tenants, as {@link findEmailAddressee}. */
export const isToCaught = async (tx: SystemTx, organizationId: string, messageId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from campaign_recipients r join campaigns c on c.id = r.campaign_id
    where r.organization_id = ${organizationId} and r.message_id = ${messageId}
      and coalesce(c.settings #>> '{after,reach}', c.settings #>> '{same_people,reach}') is not null`.execute(tx);
  return rows.length > 0;
};

/** The key that proves an organisation's simulations. */
export const findHeaderKey = async (tx: SystemTx, organizationId: string): Promise<Buffer | undefined> => {
  const row = await tx
    .selectFrom('organizations')
    .select('header_key')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.header_key;
};

/** Deletes the caught emails that tell a result, since an instant. */
export const deleteTellingCaught = async (tx: Tx, since: Date): Promise<void> => {
  await tx
    .deleteFrom('mailbox_emails')
    .where('tells_result', '=', true)
    .where('received_at', '>=', iso(since))
    .execute();
};

/** Deletes the caught emails to people whose data is erased. */
export const forgetCaught = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from mailbox_emails where employee_id = any(${ids}::uuid[])`.execute(tx);
};
