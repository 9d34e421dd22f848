import type { Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { incidentRisk } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

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
export const verifiedDomains = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('confirmed_at', 'is not', null)
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

export const templateStatistics = async (tx: Tx, id: string) => {
  const row = await tx
    .selectFrom('campaign_emails as l')
    .innerJoin('campaigns as c', 'c.id', 'l.campaign_id')
    .innerJoin('campaign_recipients as r', (join) =>
      join.onRef('r.campaign_id', '=', 'l.campaign_id').onRef('r.email_id', '=', 'l.email_id'),
    )
    .select([
      sql<number>`count(distinct c.id)::int`.as('campaigns'),
      sql<number>`count(*)::int`.as('recipients'),
      sql<number>`count(*) filter (where r.state = 'sent')::int`.as('sent'),
      sql<number>`count(*) filter (where r.result >= 1)::int`.as('opened'),
      sql<number>`count(*) filter (where r.result in (2, 4) or r.clicked_at is not null)::int`.as('clicked'),
      sql<number>`count(*) filter (where r.result = 3 or r.attachment_opened_at is not null)::int`.as(
        'opened_attachment',
      ),
      sql<number>`count(*) filter (where r.result = 4)::int`.as('entered_data'),
      sql<number>`count(*) filter (where r.reported_at is not null)::int`.as('reported'),
      sql<number>`count(*) filter (where r.result >= 3)::int`.as('dangerous'),
      sql<string | null>`max(r.sent_at)`.as('last_sent_at'),
    ])
    .where('l.template_id', '=', id)
    .where('c.is_testing', '=', false)
    // Shares are of delivered emails (decision 0072): nobody can fall for an email that was never sent.
    .where((eb) => eb.or([eb('r.state', '=', 'sent'), eb('r.result', '>', 0)]))
    .executeTakeFirstOrThrow();
  const { dangerous, ...counts } = row;
  return { ...counts, incident_risk: incidentRisk(dangerous, counts.recipients) };
};
