import { sql } from 'kysely';
import { inSystem, type Database } from '../../platform/db.ts';

export type CaughtRow = {
  organization_id: string;
  organization: string;
  brand_color: string;
  language: 'ru' | 'en' | 'uz';
  time_zone: string;
  campaign_id: string;
  email_id: string;
  first_name: string;
  sent_at: string | null;
  subject: string;
  sender_name: string;
  sender_address: string;
  attachments: { name: string }[];
  tips: string[];
  html: string;
  has_course: boolean;
  is_registered: boolean | null;
};

/** The email of a key, with the course of its campaign. Crosses tenants: the caller is known only by the key. */
export const findCaughtPerson = (db: Database, key: string): Promise<CaughtRow | undefined> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<CaughtRow>`
      select o.id as organization_id, o.title as organization, o.brand_color, coalesce(x.language, l.language) as language,
        o.time_zone, r.campaign_id, r.email_id, r.first_name, r.sent_at, coalesce(x.subject, l.subject) as subject,
        coalesce(x.sender_name, l.sender_name) as sender_name, coalesce(x.sender_address, l.sender_address) as sender_address,
        coalesce(x.attachments, l.attachments) as attachments,
        coalesce(x.tips, l.tips) as tips, coalesce(x.html, l.html) as html,
        c.course_id is not null and coalesce((c.settings ->> 'hasAutoCourse')::boolean, false) as has_course, e.is_registered
      from campaign_recipients r
      join campaigns c on c.id = r.campaign_id
      join campaign_emails l on l.campaign_id = r.campaign_id and l.email_id = r.email_id
      left join campaign_email_translations x on x.campaign_id = r.campaign_id and x.email_id = r.email_id and x.language = r.language
      join organizations o on o.id = r.organization_id
      left join employees e on e.id = r.employee_id and e.deleted_at is null
      where r.tracking_key = ${key}`.execute(tx);
    return rows[0];
  });

export type CaughtEmail = {
  html: string;
  tips: string[];
  sender_address: string;
  language: 'ru' | 'en' | 'uz';
  organization: string;
  time_zone: string;
};
export const findCaughtEmail = (
  db: Database,
  organizationId: string,
  campaignId: string,
  emailId: string,
  wanted: string,
): Promise<CaughtEmail | undefined> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<CaughtEmail>`
      select coalesce(x.html, l.html) as html, coalesce(x.tips, l.tips) as tips,
        coalesce(x.sender_address, l.sender_address) as sender_address, coalesce(x.language, l.language) as language, o.title as organization, o.time_zone
      from campaign_emails l join organizations o on o.id = l.organization_id
      left join campaign_email_translations x on x.campaign_id = l.campaign_id and x.email_id = l.email_id and x.language = ${wanted}
      where l.organization_id = ${organizationId} and l.campaign_id = ${campaignId} and l.email_id = ${emailId}`.execute(
      tx,
    );
    return rows[0];
  });

/** Whether a click of this key waits for evidence of a person. */
export const isAwaitingEvidence = async (db: Database, key: string): Promise<boolean> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql`
      select from tracking_events e join campaign_recipients r on r.id = e.recipient_id and r.organization_id = e.organization_id
      where r.tracking_key = ${key} and e.verdict = 'unconfirmed' and not e.human limit 1`.execute(tx);
    return rows.length > 0;
  });
