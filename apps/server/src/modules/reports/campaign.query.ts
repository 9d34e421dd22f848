import { sql } from 'kysely';
import { inTenant, type Database, type Tx } from '../../platform/db.ts';
import { countCampaigns, countEmailStates, emptyFunnel, isLate, type CountedFunnel } from '../statistics/public.ts';

export const findCampaignHead = (tx: Tx, id: string) =>
  tx.selectFrom('campaigns').select(['id', 'name']).where('id', '=', id).executeTakeFirst();

/** The name of an organisation. The caller has checked that it may be read. */
export const findCampaignTitle = (db: Database, id: string): Promise<string> =>
  inTenant(db, { organizationId: id, readable: [id] }, 'read', async (tx) => (await findReportOrganization(tx)).title);

/** Time zone of an organisation, read in its own transaction: it may be a descendant of the acting one. */
export const findZone = (db: Parameters<typeof inTenant>[0], id: string): Promise<string> =>
  inTenant(
    db,
    { organizationId: id, readable: [id] },
    'read',
    async (tx) => (await findReportOrganization(tx)).time_zone,
  );

export const findReportOrganization = (tx: Tx) =>
  tx
    .selectFrom('organizations as o')
    .leftJoin('files as f', 'f.id', 'o.logo_light_file_id')
    .select(['o.title', 'o.brand_color', 'o.time_zone', 'f.storage_key as logo_key'])
    .executeTakeFirstOrThrow();

export type CampaignReportFacts = {
  id: string;
  name: string;
  status: string;
  is_testing: boolean;
  start_at: string;
  end_at: string;
  completed_at: string | null;
  author: string | null;
  course: string | null;
};

export const findReportCampaign = async (tx: Tx, id: string): Promise<CampaignReportFacts | undefined> =>
  tx
    .selectFrom('campaigns as c')
    .leftJoin('employees as e', 'e.id', 'c.created_by')
    .leftJoin('courses as k', 'k.id', 'c.course_id')
    .select([
      'c.id',
      'c.name',
      'c.status',
      'c.is_testing',
      'c.start_at',
      'c.end_at',
      'c.completed_at',
      'e.full_name as author',
      'k.title as course',
    ])
    .where('c.id', '=', id)
    .executeTakeFirst();

export const campaignCounts = async (tx: Tx, id: string): Promise<CountedFunnel> =>
  (await countCampaigns(tx, [id])).get(id)!.statistics;

export const campaignStates = async (tx: Tx, id: string): Promise<{ state: string; count: number }[]> =>
  (
    await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from campaign_recipients where campaign_id = ${id} group by 1 order by 2 desc`.execute(
      tx,
    )
  ).rows;

export type EmailFacts = {
  statistics: CountedFunnel;
  name: string;
  template_name: string;
  subject: string;
  sender: string;
  tips: string[];
};

/** The emails of a campaign as they were at the launch, those with the most recipients first. */
export const reportEmails = async (tx: Tx, id: string): Promise<EmailFacts[]> => {
  const counts = await countEmailStates(tx, id);
  const { rows } = await sql<Omit<EmailFacts, 'statistics'> & { id: string }>`
    select m.email_id as id, m.name, m.template_name, m.subject, m.sender_name || ' <' || m.sender_address || '>' as sender, m.tips
    from campaign_emails m where m.campaign_id = ${id} order by m.name, m.email_id`.execute(tx);
  return rows
    .map(({ id: emailId, ...email }) => ({ ...email, statistics: counts.get(emailId) ?? emptyFunnel() }))
    .sort((a, b) => b.statistics.recipients - a.statistics.recipients);
};

export type PersonFacts = {
  id: number;
  full_name: string;
  address: string;
  position: string;
  department: string;
  email: string;
  state: string;
  result: number;
  reported_at: string | null;
  sent_at: string | null;
  opened_at: string | null;
  clicked_at: string | null;
  attachment_opened_at: string | null;
  late: boolean;
  entered_at: string | null;
  os: string | null;
  reply: string | null;
};
const AT_ONCE = 5_000;

/** Everyone of a campaign, in pages of a few thousand, so that 100,000 people need no more memory. */
export async function* reportRecipients(tx: Tx, id: string): AsyncGenerator<PersonFacts> {
  for (let last = 0; ;) {
    const { rows }: { rows: PersonFacts[] } = await sql<PersonFacts>`
      select r.id, btrim(r.last_name || ' ' || r.first_name || ' ' || r.middle_name) as full_name, r.address, r.position, r.department,
        m.name as email, r.state, r.result, r.reported_at, r.sent_at, r.opened_at, r.clicked_at, r.attachment_opened_at, r.entered_at, r.os, r.reply,
        ${isLate} as late
      from (select * from campaign_recipients where campaign_id = ${id} and id > ${last} order by id limit ${AT_ONCE}) r
        join campaign_emails m on m.campaign_id = r.campaign_id and m.email_id = r.email_id
      order by r.id`.execute(tx);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}

export type EventFacts = {
  id: number;
  at: string;
  kind: string;
  human: boolean;
  verdict: string;
  overruled: boolean;
  full_name: string;
  address: string;
  department: string;
  os: string | null;
  browser: string | null;
  ip: string | null;
  user_agent: string;
  fields: string[];
};

/** Every event of a campaign in the order of storing, in pages of a few thousand. */
export async function* campaignEvents(tx: Tx, id: string): AsyncGenerator<EventFacts> {
  for (let last = 0; ;) {
    const { rows }: { rows: EventFacts[] } = await sql<EventFacts>`
      select t.id, t.at, t.kind, t.human, t.verdict, t.overruled_at is not null as overruled, t.os, t.browser, host(t.address) as ip,
        t.user_agent, t.fields, btrim(r.last_name || ' ' || r.first_name || ' ' || r.middle_name) as full_name, r.address, r.department
      from (select * from tracking_events where campaign_id = ${id} and id > ${last} order by id limit ${AT_ONCE}) t
        join campaign_recipients r on r.id = t.recipient_id
      order by t.id`.execute(tx);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}
