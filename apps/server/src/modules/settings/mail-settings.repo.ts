import type { MailSecurity } from '@sergak/contract/settings/settings.rules.ts';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export const findMailSettings = (tx: Tx | SystemTx, organizationId?: string) =>
  tx
    .selectFrom('mail_settings')
    .selectAll()
    .$if(organizationId !== undefined, (q) => q.where('organization_id', '=', organizationId!))
    .executeTakeFirst();

export const lockMailSettings = (tx: Tx) => tx.selectFrom('mail_settings').selectAll().forUpdate().executeTakeFirst();

export type MailServerRow = {
  host: string;
  port: number;
  security: MailSecurity;
  username: string;
  password_sealed: Buffer | null;
  ca: string;
  sender_name: string;
  sender_address: string;
  connections: number;
  verified_at: string | null;
  version: number;
};

export const putMailSettings = async (tx: Tx, row: MailServerRow) => {
  const values = { ...row, updated_at: now() };
  await tx
    .insertInto('mail_settings')
    .values(values)
    .onConflict((oc) => oc.column('organization_id').doUpdateSet(values))
    .execute();
};

/** Marks the settings of this version as verified; does nothing if other settings were saved in between. */
export const markVerified = (tx: Tx, version: number) =>
  tx.updateTable('mail_settings').set({ verified_at: now() }).where('version', '=', version).execute();

export const deleteMailSettings = (tx: Tx) => tx.deleteFrom('mail_settings').execute();

export const findOrganizationMail = (tx: Tx | SystemTx, organizationId?: string) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'title', 'language'])
    .$if(organizationId !== undefined, (q) => q.where('id', '=', organizationId!))
    .executeTakeFirstOrThrow();

/** A domain of the organisation to send from while the built-in mailbox is used. */
export const findSenderDomain = (tx: Tx | SystemTx, organizationId?: string) =>
  tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('verified_at', 'is not', null)
    .$if(organizationId !== undefined, (q) => q.where('organization_id', '=', organizationId!))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();

/** The mail domains that the organisation has proved to own, in alphabetical order. */
export const verifiedSenderDomains = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('verified_at', 'is not', null)
    .orderBy('domain')
    .execute();
  return rows.map((row) => row.domain);
};

/** The organisation's values for emails to its people. */
export const findEmailFrame = (tx: Tx) =>
  tx.selectFrom('organizations').select(['title', 'brand_color']).executeTakeFirstOrThrow();

export const findSenderAddress = async (tx: Tx, employeeId: string) =>
  (await tx.selectFrom('employees').select('email').where('id', '=', employeeId).executeTakeFirst())?.email;
