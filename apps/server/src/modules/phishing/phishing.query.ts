import type { Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { incidentRisk } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { delivered, funnelColumns, type FunnelCounts } from '../statistics/public.ts';

/** Address of a template's picture in the web application. */
export const logoAddress = (fileId: string | null): string | null => (fileId ? `/lk/files/${fileId}` : null);

/** The attachments of a stored email as lists show them. */
export const namesOf = (attachments: unknown): { name: string }[] =>
  (attachments as Attachment[]).map(({ name }) => ({ name }));

export const listCategories = (tx: Tx) =>
  tx
    .selectFrom('template_categories as c')
    .select(['c.id', 'c.slug', 'c.title', 'c.order_id'])
    .select(
      sql<number>`(select count(*) from templates t where t.category_id = c.id and not t.archived)::int`.as(
        'templates_count',
      ),
    )
    .orderBy('c.order_id')
    .orderBy('c.title')
    .execute();

/** Mail domains that the organisation has verified. */
export const verifiedDomainNames = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('verified_at', 'is not', null)
    .orderBy('domain')
    .execute();
  return rows.map((row) => row.domain);
};

/** Domains of the senders that the organisation's emails use. */
export const senderDomains = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .selectFrom('emails')
    .select(sql<string>`lower(split_part(sender_address, '@', 2))`.as('domain'))
    .distinct()
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.domain).sort();
};

/** Whether a campaign has ever sent an email of this template. */
export const templateWasUsed = async (tx: Tx, id: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('campaign_emails')
      .select('campaign_id')
      .where('template_id', '=', id)
      .limit(1)
      .executeTakeFirst(),
  );

/** Returns this logo if neither a template nor a sent email shows it. */
export const unusedLogos = async (tx: Tx, fileId: string | null): Promise<string[]> => {
  if (fileId === null) return [];
  const shown = await tx
    .selectFrom('templates')
    .select('logo_file_id')
    .where('logo_file_id', '=', fileId)
    .union(tx.selectFrom('campaign_emails').select('logo_file_id').where('logo_file_id', '=', fileId))
    .executeTakeFirst();
  return shown ? [] : [fileId];
};

type TemplateCounts = FunnelCounts & { campaigns: number; recipients: number; last_sent_at: string | null };
/** What the delivered emails of a template did in all campaigns, without tests (decision 0072). */
export const templateStatistics = async (tx: Tx, id: string) => {
  const { rows } = await sql<TemplateCounts>`
    select count(distinct c.id)::int as campaigns, count(*)::int as recipients, ${funnelColumns}, max(r.sent_at) as last_sent_at
    from campaign_emails m join campaigns c on c.id = m.campaign_id and not c.is_testing
      join campaign_recipients r on r.campaign_id = m.campaign_id and r.email_id = m.email_id
    where m.template_id = ${id} and ${delivered}`.execute(tx);
  const { dangerous, ...counts } = rows[0]!;
  return { ...counts, incident_risk: incidentRisk(dangerous, counts.recipients) };
};
