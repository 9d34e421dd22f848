import { sql } from 'kysely';
import { type Database, inSystem } from '../../platform/db.ts';
import type { CampaignFacts, Recipient } from './tracking.types.ts';

// The phishing origin has no session, only a tracking key, so each function here runs as the system role.

/** Returns the recipient of a key, for pages that are no event. One statement, without a transaction around it. */
export const findRecipient = (db: Database, key: string): Promise<Recipient | undefined> =>
  db.system
    .selectFrom('campaign_recipients')
    .select([
      'campaign_id',
      'email_id',
      'address',
      'last_name',
      'first_name',
      'middle_name',
      'position',
      'department',
      'language',
    ])
    .where('tracking_key', '=', key)
    .executeTakeFirst();

export const findCampaignFacts = (db: Database, id: string): Promise<CampaignFacts | undefined> =>
  inSystem(db, async (tx) => {
    const row = await tx
      .selectFrom('campaigns as c')
      .innerJoin('organizations as o', 'o.id', 'c.organization_id')
      .select(['c.id', 'c.redirect_page_id', 'o.id as organization_id', 'o.title', 'o.language', 'o.time_zone'])
      .where('c.id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { organization_id, title, language, time_zone, ...campaign } = row;
    return { ...campaign, organization: { id: organization_id, title, language, time_zone } };
  });

export type LandingRow = { readonly page_html: string | null; readonly language: 'ru' | 'en' | 'uz' };
/** The landing page of a campaign's email in this language, else in the language of the base. */
export const findLanding = (
  db: Database,
  campaignId: string,
  emailId: string,
  wanted: string | null,
): Promise<LandingRow | undefined> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<LandingRow>`
      select case when x.language is null then m.page_html else x.page_html end as page_html, coalesce(x.language, m.language) as language
      from campaign_emails m
      left join campaign_email_translations x on x.campaign_id = m.campaign_id and x.email_id = m.email_id and x.language = ${wanted}
      where m.campaign_id = ${campaignId} and m.email_id = ${emailId}`.execute(tx);
    return rows[0];
  });

/** Returns the redirect page as copied at the launch. */
export const findRedirectHtml = (db: Database, campaignId: string): Promise<string | null> =>
  inSystem(
    db,
    async (tx) =>
      (await tx.selectFrom('campaigns').select('redirect_html').where('id', '=', campaignId).executeTakeFirst())
        ?.redirect_html ?? null,
  );

export type PinnedPicture = { readonly content_type: string; readonly storage_key: string; readonly size: number };
/** Returns a picture that some campaign pinned at its launch. */
export const findPinnedPicture = async (db: Database, fileId: string): Promise<PinnedPicture | undefined> => {
  const { rows } = await sql<PinnedPicture>`select f.content_type, f.storage_key, f.size::int as size from files f
    where f.id = ${fileId} and f.content_type in ('image/png', 'image/jpeg')
      and exists (select from campaign_files c where c.file_id = f.id)`.execute(db.system);
  return rows[0];
};
