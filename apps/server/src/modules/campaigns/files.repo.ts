import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** The file of `picture:<uuid>`. */
const SOURCE = 'picture:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';

/**
 * Pins the pictures and uploaded attachments of a campaign's emails and pages: their files stay as long as the campaign, even
 * if they are replaced in the template.
 */
export const pinFiles = async (tx: Tx, campaignId: string): Promise<void> => {
  await sql`insert into campaign_files (campaign_id, file_id)
    select distinct ${campaignId}::uuid, f.id
    from (
      select e.html || coalesce(e.page_html, '') as html from campaign_emails e where e.campaign_id = ${campaignId}
      union all select x.html || coalesce(x.page_html, '') from campaign_email_translations x where x.campaign_id = ${campaignId}
      union all select c.redirect_html from campaigns c where c.id = ${campaignId}
    ) t
    cross join lateral regexp_matches(t.html, ${SOURCE}, 'gi') m
    join files f on f.id = m[1]::uuid
    where t.html like '%picture:%'
    on conflict do nothing`.execute(tx);
  await sql`insert into campaign_files (campaign_id, file_id)
    select distinct ${campaignId}::uuid, (a ->> 'file_id')::uuid
    from (
      select attachments from campaign_emails where campaign_id = ${campaignId}
      union all select attachments from campaign_email_translations where campaign_id = ${campaignId}
    ) t
    cross join lateral jsonb_array_elements(t.attachments) a
    where a ->> 'kind' = 'uploaded'
    on conflict do nothing`.execute(tx);
};

/** The files of the pictures that a campaign's emails and pages show. */
export const pinnedPictures = async (tx: Tx, campaignId: string): Promise<string[]> => {
  const { rows } = await sql<{
    file_id: string;
  }>`select p.file_id from campaign_files p where p.campaign_id = ${campaignId} and (
    exists (select from campaign_emails e where e.campaign_id = p.campaign_id
      and e.html || coalesce(e.page_html, '') ilike '%picture:' || p.file_id || '%')
    or exists (select from campaign_email_translations x where x.campaign_id = p.campaign_id
      and x.html || coalesce(x.page_html, '') ilike '%picture:' || p.file_id || '%')
    or exists (select from campaigns c where c.id = p.campaign_id and c.redirect_html ilike '%picture:' || p.file_id || '%'))`.execute(
    tx,
  );
  return rows.map((row) => row.file_id);
};
