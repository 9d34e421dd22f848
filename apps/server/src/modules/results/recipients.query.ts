import {
  recipientStatus,
  resultOf,
  type EmailState,
  type RecipientStatus,
} from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { CampaignUser, EarlierAttempt, TrackingEvent } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { campaignUserSorts } from '@sergak/contract/results/results.endpoints.ts';
import type { Sorting } from '@sergak/contract/paging.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { matchesWithStored } from '../../platform/search.query.ts';
import { isLate } from '../statistics/public.ts';

export type PeopleFilter = {
  search: string;
  status: readonly RecipientStatus[];
  os: readonly string[];
  template_id?: string | undefined;
  department_id?: string | undefined;
  reported?: boolean | undefined;
  limit: number;
  offset: number;
} & Partial<Sorting<(typeof campaignUserSorts)[number]>>;

/** What the list is sorted by; the collation is that of all lists of people. */
const orders = {
  name: sql`concat_ws(' ', nullif(r.last_name, ''), nullif(r.first_name, ''), nullif(r.middle_name, ''), r.address) collate "ru-RU-x-icu"`,
  status: sql`r.result`,
  department: sql`r.department collate "ru-RU-x-icu"`,
  email: sql`(select l.name from campaign_emails l where l.campaign_id = r.campaign_id and l.email_id = r.email_id) collate "ru-RU-x-icu"`,
  state: sql`r.state`,
  last_at: sql`coalesce(r.entered_at, r.attachment_opened_at, r.clicked_at, r.opened_at, r.sent_at)`,
  os: sql`r.os collate "ru-RU-x-icu"`,
  reported: sql`r.reported_at`,
};

const columns = sql`
  r.id, r.employee_id as user_id, r.address as email, r.position, r.department_id, r.department, r.email_id, l.name as email_name,
  coalesce(nullif(btrim(r.last_name || ' ' || r.first_name || ' ' || r.middle_name), ''), r.address) as full_name,
  r.state, r.result, r.reply, r.send_at, r.sent_at, r.opened_at, r.clicked_at, r.attachment_opened_at, r.entered_at, r.reported_at, r.os,
  ${isLate} as late,
  coalesce((select e.deleted_at is not null from employees e where e.id = r.employee_id), true) as deleted`;

type Row = Omit<CampaignUser, 'department' | 'template' | 'status'> & {
  department_id: string | null;
  department: string;
  email_id: string;
  email_name: string;
  state: EmailState;
  result: number;
};
const asUser = ({ department_id, department, email_id, email_name, result, ...row }: Row): CampaignUser => ({
  ...row,
  department: { id: department_id, title: department },
  template: { id: email_id, name: email_name },
  status: recipientStatus(result, row.state),
});

/** The condition of a status in SQL; the same rule as `recipientStatus`. */
const hasStatus = (status: RecipientStatus) =>
  status === 'unknown'
    ? sql`(r.result = 0 and r.state <> 'sent')`
    : status === 'sent'
      ? sql`(r.result = 0 and r.state = 'sent')`
      : sql`r.result = ${resultOf[status]}`;

const conditions = (campaignId: string, filter: PeopleFilter) => {
  const found = [sql`r.campaign_id = ${campaignId}`];
  if (filter.template_id) found.push(sql`r.email_id = ${filter.template_id}`);
  if (filter.department_id) found.push(sql`r.department_id = ${filter.department_id}`);
  if (filter.reported !== undefined)
    found.push(filter.reported ? sql`r.reported_at is not null` : sql`r.reported_at is null`);
  if (filter.os.length > 0) found.push(sql`r.os = any(${filter.os}::text[])`);
  if (filter.status.length > 0) found.push(sql`(${sql.join(filter.status.map(hasStatus), sql` or `)})`);
  const text = sql`r.last_name || ' ' || r.first_name || ' ' || r.middle_name || ' ' || r.address`;
  const person = sql`(select e.search_text from employees e where e.id = r.employee_id)`;
  if (filter.search !== '') found.push(matchesWithStored(text, person, filter.search));
  return sql.join(found, sql` and `);
};

/** Returns one page of a campaign's people, the most dangerous results first by default. */
export const campaignPeople = async (
  tx: Tx,
  campaignId: string,
  filter: PeopleFilter,
): Promise<{ data: CampaignUser[]; total_count: number }> => {
  const where = conditions(campaignId, filter);
  const order = sql`key ${sql.raw(filter.sort_order ?? 'desc')} nulls last`;
  // Names are compared only once: the found rows are counted, and one page of them is joined with the columns.
  const { rows } = await sql<Row & { total: number }>`
    with found as materialized (select r.id, ${orders[filter.sort_by ?? 'status']} as key from campaign_recipients r where ${where}),
      page as (select id, key from found order by ${order}, id limit ${filter.limit} offset ${filter.offset})
    select ${columns}, (select count(*)::int from found) as total from page p join campaign_recipients r on r.id = p.id
      join campaign_emails l on l.campaign_id = r.campaign_id and l.email_id = r.email_id
    order by ${order}, r.id`.execute(tx);
  if (rows[0]) return { data: rows.map(({ total: _, ...row }) => asUser(row)), total_count: rows[0].total };
  if (filter.offset === 0) return { data: [], total_count: 0 };
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*)::int as count from campaign_recipients r where ${where}`.execute(tx);
  return { data: [], total_count: counted[0]!.count };
};

export const campaignPerson = async (
  tx: Tx,
  campaignId: string,
  recipientId: number,
): Promise<CampaignUser | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from campaign_recipients r join campaign_emails l on l.campaign_id = r.campaign_id and l.email_id = r.email_id
    where r.campaign_id = ${campaignId} and r.id = ${recipientId}`.execute(tx);
  return rows[0] && asUser(rows[0]);
};

/** Returns how the email of a recipient stood each time when it was sent again, the latest first. */
export const earlierAttempts = async (tx: Tx, recipientId: number): Promise<EarlierAttempt[]> => {
  const row = await tx
    .selectFrom('campaign_recipients')
    .select('earlier_attempts')
    .where('id', '=', recipientId)
    .executeTakeFirst();
  return ((row?.earlier_attempts ?? []) as EarlierAttempt[]).toReversed();
};

/** Returns all events of one recipient, the latest first. */
export const personEvents = async (tx: Tx, recipientId: number): Promise<TrackingEvent[]> => {
  const rows = await tx
    .selectFrom('tracking_events as t')
    .leftJoin('employees as e', 'e.id', 't.overruled_by')
    .select([
      't.id',
      't.kind',
      't.at',
      't.address',
      't.user_agent',
      't.os',
      't.browser',
      't.human',
      't.verdict',
      't.fields',
      't.overruled_at',
      'e.full_name as overruled_by',
    ])
    .where('t.recipient_id', '=', recipientId)
    .orderBy('t.at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(1000)
    .execute();
  return rows;
};

/** By email and format, the number of recipients for whom an attachment reported something that counts. */
export const attachmentsReported = async (tx: Tx, campaignId: string): Promise<Map<string, Map<string, number>>> => {
  const { rows } = await sql<{ email_id: string; format: string; people: number }>`
    select r.email_id, f as format, count(distinct t.recipient_id)::int as people
    from tracking_events t join campaign_recipients r on r.id = t.recipient_id, unnest(t.fields) f
    where t.campaign_id = ${campaignId} and t.kind = 'opened_attachment' and t.human
    group by 1, 2`.execute(tx);
  const found = new Map<string, Map<string, number>>();
  for (const { email_id, format, people } of rows)
    found.set(email_id, (found.get(email_id) ?? new Map<string, number>()).set(format, people));
  return found;
};
