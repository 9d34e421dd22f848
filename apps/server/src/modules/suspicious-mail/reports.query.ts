import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export type ReportedRecipient = {
  readonly id: number;
  readonly tracking_key: string;
  readonly message_id: string;
  /** In lower case: the address that the email was sent to, and the person's present one. */
  readonly address: string;
  readonly email: string | null;
  /** Sender of the simulation, in lower case, and its text in all languages. */
  readonly sender_address: string;
  readonly html: string;
};

/** Recipients of this organisation whose emails these keys and Message-IDs belong to. */
export const findReported = async (
  tx: Tx,
  keys: readonly string[],
  messageIds: readonly string[],
): Promise<ReportedRecipient[]> => {
  if (keys.length === 0 && messageIds.length === 0) return [];
  const { rows } = await sql<ReportedRecipient>`
    select r.id, r.tracking_key, r.message_id, lower(r.address) as address, e.email_key as email,
      lower(coalesce(x.sender_address, m.sender_address)) as sender_address, m.html || coalesce((select string_agg(t.html, ' ') from campaign_email_translations t
        where t.organization_id = m.organization_id and t.campaign_id = m.campaign_id and t.email_id = m.email_id), '') as html
    from (select id from campaign_recipients where tracking_key = any(${keys}::text[])
      union select id from campaign_recipients where message_id = any(${messageIds}::text[])) f
    join campaign_recipients r on r.id = f.id
    join campaign_emails m on m.organization_id = r.organization_id and m.campaign_id = r.campaign_id and m.email_id = r.email_id
    left join campaign_email_translations x on x.organization_id = r.organization_id and x.campaign_id = r.campaign_id
      and x.email_id = r.email_id and x.language = r.language
    left join employees e on e.id = r.employee_id and e.deleted_at is null`.execute(tx);
  return rows;
};

export type Reporter = {
  readonly id: string;
  readonly email: string;
  readonly language: Language | null;
  readonly name: string;
};

/** Employees with these addresses, by address in lower case. */
export const findReporters = async (tx: Tx, addresses: readonly string[]): Promise<Map<string, Reporter>> => {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<Reporter & { email_key: string }>`
    select id, email, email_key, language, full_name as name from employees
    where email_key = any(${addresses}::text[]) and deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [row.email_key, row]));
};

export const findReportingOrganization = (tx: Tx) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'title', 'language', 'brand_color', 'header_key'])
    .executeTakeFirstOrThrow();
export type ReportingOrganization = Awaited<ReturnType<typeof findReportingOrganization>>;
