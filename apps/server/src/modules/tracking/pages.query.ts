import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';
import type { Recipient } from './tracking.types.ts';

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

export type PageRow = {
  readonly title: string;
  readonly time_zone: string;
  readonly has_redirect: boolean;
  readonly redirect_html: string | null;
  readonly redirect_language: Language;
  readonly page_html: string | null;
  readonly page_language: Language;
};
/**
 * The pages of a campaign's email as copied at the launch: the landing page in the language of the recipient, else in that of the
 * base, and the page after the form.
 */
export const findPages = async (
  db: Database,
  { campaign_id, email_id, language }: Recipient,
): Promise<PageRow | undefined> => {
  const { rows } = await sql<PageRow>`
    select o.title, o.time_zone, c.redirect_page_id is not null as has_redirect, c.redirect_html, o.language as redirect_language,
      case when x.language is null then m.page_html else x.page_html end as page_html,
      coalesce(x.language, m.language, o.language) as page_language
    from campaigns c join organizations o on o.id = c.organization_id
      left join campaign_emails m on m.campaign_id = c.id and m.email_id = ${email_id}
      left join campaign_email_translations x on x.campaign_id = c.id and x.email_id = m.email_id and x.language = ${language}
    where c.id = ${campaign_id}`.execute(db.system);
  return rows[0];
};

export type PinnedPicture = { readonly content_type: string; readonly storage_key: string; readonly size: number };
/** Returns a picture that some campaign pinned at its launch. */
export const findPinnedPicture = async (db: Database, fileId: string): Promise<PinnedPicture | undefined> => {
  const { rows } = await sql<PinnedPicture>`select f.content_type, f.storage_key, f.size::int as size from files f
    where f.id = ${fileId} and f.content_type in ('image/png', 'image/jpeg')
      and exists (select from campaign_files c where c.file_id = f.id)`.execute(db.system);
  return rows[0];
};
