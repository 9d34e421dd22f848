import type { Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { sql } from 'kysely';
import { inSystem, type Database } from '../../platform/db.ts';

export type CampaignEmailRow = {
  campaign_id: string;
  email_id: string;
  subject: string;
  sender_name: string;
  sender_address: string;
  html: string;
  attachments: Attachment[];
  language: 'ru' | 'en' | 'uz';
};
/** Returns one email of a campaign, as copied at the launch, in this language or in that of the base. */
export const findCampaignEmail = (
  db: Database,
  campaignId: string,
  emailId: string,
  wanted: string | null,
): Promise<CampaignEmailRow> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<CampaignEmailRow>`
      select m.campaign_id, m.email_id, coalesce(x.sender_address, m.sender_address) as sender_address,
        coalesce(x.subject, m.subject) as subject, coalesce(x.sender_name, m.sender_name) as sender_name,
        coalesce(x.html, m.html) as html, coalesce(x.attachments, m.attachments) as attachments,
        coalesce(x.language, m.language) as language
      from campaign_emails m
      left join campaign_email_translations x on x.campaign_id = m.campaign_id and x.email_id = m.email_id and x.language = ${wanted}
      where m.campaign_id = ${campaignId} and m.email_id = ${emailId}`.execute(tx);
    if (!rows[0]) throw new Error(`campaign ${campaignId} has no email ${emailId}`);
    return rows[0];
  });

/** Returns the storage key of a file that is pinned to a campaign. */
export const findStorageKey = (db: Database, campaignId: string, fileId: string): Promise<string | undefined> =>
  inSystem(db, async (tx) => {
    const row = await tx
      .selectFrom('campaign_files as c')
      .innerJoin('files as f', 'f.id', 'c.file_id')
      .select('f.storage_key')
      .where('c.campaign_id', '=', campaignId)
      .where('c.file_id', '=', fileId)
      .executeTakeFirst();
    return row?.storage_key;
  });

export type PinnedFile = { readonly id: string; readonly content_type: string; readonly storage_key: string };
/** Returns the files that a campaign pinned at its launch, among these. */
export const findPinnedFiles = async (
  db: Database,
  campaignId: string,
  fileIds: readonly string[],
): Promise<PinnedFile[]> => {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<PinnedFile>`select f.id, f.content_type, f.storage_key
    from campaign_files c join files f on f.id = c.file_id
    where c.campaign_id = ${campaignId} and c.file_id = any(${fileIds}::uuid[])`.execute(db.system);
  return rows;
};
