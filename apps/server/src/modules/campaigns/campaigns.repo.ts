import type { ApprovalState, CampaignStatus } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { pinFiles } from './files.repo.ts';
import type { CampaignSettings } from './campaigns.types.ts';

const columns = [
  'id',
  'name',
  'status',
  'approval',
  'is_testing',
  'is_autophish',
  'tag_id',
  'settings',
  'event_id',
  'created_by',
  'edited_by',
  'start_at',
  'spread',
  'send_until',
  'end_at',
  'redirect_page_id',
  'course_id',
  'failure',
  'version',
  'created_at',
  'launched_at',
  'completed_at',
  'after_campaign_id',
  'paused_at',
] as const;

const rows = (tx: Tx) => tx.selectFrom('campaigns').select(columns);
export type CampaignRecord = Omit<
  NonNullable<Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirst']>>>,
  'settings'
> & {
  settings: CampaignSettings;
};

export const findCampaign = (tx: Tx, id: string): Promise<CampaignRecord | undefined> =>
  rows(tx).where('id', '=', id).executeTakeFirst() as Promise<CampaignRecord | undefined>;

/** Locks the campaign until the transaction ends. Claiming its emails and completing it wait for the lock. */
export const lockCampaign = (tx: Tx, id: string): Promise<CampaignRecord | undefined> =>
  rows(tx).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<CampaignRecord | undefined>;

/** Serialises runs of the same tag action. */
export const lockTagAction = async (tx: Tx, actionId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tag-action:${actionId}`}, 0))`.execute(tx);
};

/** Returns the campaign of a tag action in a month (given by its first day). */
export const lockOfTagAction = (tx: Tx, actionId: string, month: string) =>
  tx
    .selectFrom('campaigns')
    .select(['id', 'status'])
    .where('tag_action_id', '=', actionId)
    .where('tag_month', '=', month)
    .forShare()
    .executeTakeFirst();

export type NewCampaignRow = {
  name: string;
  is_testing: boolean;
  settings: CampaignSettings;
  event_id: string | null;
  created_by: string | null;
  start_at: Date;
  spread: boolean;
  send_until: Date | null;
  end_at: Date;
  redirect_page_id: string | null;
  course_id: string | null;
  is_autophish?: boolean;
  tag_id?: string;
  tag_action_id?: string;
  tag_month?: string;
  status?: CampaignStatus;
  launched_at?: Date;
  after_campaign_id?: string;
  failure?: string;
};

export const insertCampaign = async (tx: Tx, values: NewCampaignRow): Promise<string> => {
  const row = await tx
    .insertInto('campaigns')
    .values({ ...values, settings: JSON.stringify(values.settings), created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Copies the chosen emails with their translations and pages, so that later edits do not affect this campaign. */
export const snapshotEmails = async (tx: Tx, campaignId: string, emailIds: readonly string[]): Promise<void> => {
  await sql`
    insert into campaign_emails (campaign_id, email_id, template_id, name, template_name, attack_vector, subject, sender_name,
      sender_address, html, page_html, attachments, tips, logo_file_id, language)
    select ${campaignId}, e.id, t.id, e.name, t.name, t.attack_vector, e.subject, e.sender_name, e.sender_address, e.html, p.html,
      e.attachments, jsonb_path_query_array(e.tips, '$[*].text'), t.logo_file_id, e.language
    from emails e join templates t on t.id = e.template_id left join landing_pages p on p.id = e.page_id
    where e.id = any(${emailIds}::uuid[])
    on conflict do nothing`.execute(tx);
  await sql`
    insert into campaign_email_translations (campaign_id, email_id, language, subject, sender_name, html, page_html, attachments, tips)
    select ${campaignId}, e.id, x.language, x.subject, x.sender_name, x.html, coalesce(xp.html, p.html),
      x.attachments, jsonb_path_query_array(x.tips, '$[*].text')
    from emails e join emails x on x.translation_of = e.id and x.deleted_at is null
    left join landing_pages p on p.id = e.page_id
    left join landing_pages xp on xp.translation_of = p.id and xp.language = x.language
    where e.id = any(${emailIds}::uuid[])
    on conflict do nothing`.execute(tx);
  await pinFiles(tx, campaignId);
};

/** Copies the current redirect page, or clears the copy if the campaign has none. */
export const snapshotRedirectPage = async (tx: Tx, campaignId: string) => {
  await sql`update campaigns c set redirect_html = (select p.html from redirect_pages p where p.id = c.redirect_page_id)
    where c.id = ${campaignId}`.execute(tx);
  await pinFiles(tx, campaignId);
};

export const chosenEmails = (tx: Tx, campaignId: string) =>
  tx
    .selectFrom('campaign_emails')
    .select(['email_id', 'sender_address'])
    .where('campaign_id', '=', campaignId)
    .orderBy('template_name')
    .orderBy('email_id')
    .execute();

export type CampaignValues = Partial<
  Omit<NewCampaignRow, 'settings' | 'failure'> & {
    settings: CampaignSettings;
    status: CampaignStatus;
    approval: ApprovalState;
    edited_by: string;
    failure: string | null;
    launched_at: Date;
    completed_at: Date;
    paused_at: Date | null;
  }
>;

/** Changes a campaign and increments its version, by which an outdated form is detected. */
export const updateCampaign = (tx: Tx, id: string, { settings, ...values }: CampaignValues) =>
  tx
    .updateTable('campaigns')
    .set((eb) => ({
      ...values,
      ...(settings ? { settings: JSON.stringify(settings) } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();

export const deleteCampaign = (tx: Tx, id: string) => tx.deleteFrom('campaigns').where('id', '=', id).execute();

/** Deletes one batch of the rows that an unfinished planning left behind. Returns the number of deleted rows. */
export const deleteRecipients = async (tx: Tx, campaignId: string, limit: number): Promise<number> => {
  const result = await sql`
    delete from campaign_recipients where id in (select id from campaign_recipients where campaign_id = ${campaignId} limit ${limit})`.execute(
    tx,
  );
  return Number(result.numAffectedRows ?? 0);
};

export type PlannedEmail = {
  employee_id: string;
  email_id: string;
  tracking_key: string;
  message_id: string;
  send_at: string;
};

/**
 * Inserts emails with a copy of their people's data, in one statement. The language of the person, then that of the
 * organisation, then that of the base decides the version. It takes a shared lock of the campaign's row, so
 * that no emails are added while the campaign is completed or deleted. Returns the number of inserted rows.
 */
export const insertRecipients = async (
  tx: Tx,
  campaignId: string,
  emails: readonly PlannedEmail[],
  status: CampaignStatus = 'creating',
): Promise<number> => {
  const column = (name: keyof PlannedEmail) => emails.map((email) => email[name]);
  const result = await sql`
    with campaign as materialized (select id from campaigns where id = ${campaignId} and status = ${status} for share)
    insert into campaign_recipients (campaign_id, email_id, employee_id, department_id, tracking_key, message_id, address,
      last_name, first_name, middle_name, position, department, send_at, language)
    select c.id, p.email_id, e.id, e.department_id, p.tracking_key, p.message_id, e.email,
      e.last_name, e.first_name, e.middle_name, e.position, d.title, p.send_at,
      case when m.language = e.language then m.language
        else coalesce(own.language, case when m.language = o.language then m.language end, common.language, m.language) end
    from unnest(${column('employee_id')}::uuid[], ${column('email_id')}::uuid[], ${column('tracking_key')}::text[],
        ${column('message_id')}::text[], ${column('send_at')}::timestamptz[])
      as p (employee_id, email_id, tracking_key, message_id, send_at)
    join campaign c on true join employees e on e.id = p.employee_id join departments d on d.id = e.department_id
    join organizations o on o.id = e.organization_id
    join campaign_emails m on m.campaign_id = c.id and m.email_id = p.email_id
    left join campaign_email_translations own on own.campaign_id = c.id and own.email_id = p.email_id and own.language = e.language
    left join campaign_email_translations common on common.campaign_id = c.id and common.email_id = p.email_id and common.language = o.language
    where e.deleted_at is null`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
};

export const countRecipients = async (tx: Tx, campaignId: string): Promise<number> => {
  const row = await tx
    .selectFrom('campaign_recipients')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Returns the emails of a campaign that are not sent, in sending order. */
export const emailsInOrder = async (tx: Tx, campaignId: string): Promise<number[]> => {
  const rows = await tx
    .selectFrom('campaign_recipients')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('waiting', '=', true)
    .orderBy('send_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

/**
 * Sets other sending times for emails of a campaign in the given status. The lock keeps it from starting, ending or being
 * deleted meanwhile.
 */
export const moveEmails = (
  tx: Tx,
  campaignId: string,
  ids: readonly number[],
  times: readonly string[],
  status: CampaignStatus = 'planned',
) =>
  sql`
    with campaign as materialized (select id from campaigns where id = ${campaignId} and status = ${status} for share)
    update campaign_recipients r set send_at = m.send_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as m (id, send_at), campaign c
    where r.id = m.id and r.campaign_id = c.id and r.waiting`.execute(tx);

/**
 * Cancels emails that have not been sent. Emails that are being handed over are not changed; sending stores their outcome.
 */
export const cancelWaiting = (tx: Tx, campaignId: string) =>
  tx
    .updateTable('campaign_recipients')
    .set({ state: 'cancelled' })
    .where('campaign_id', '=', campaignId)
    .where('waiting', '=', true)
    .execute();

/**
 * Returns the campaigns of every organisation whose start or end is due. A campaign that waits for approval is due again at
 * its end.
 */
export const dueCampaigns = (tx: SystemTx) =>
  tx
    .selectFrom('campaigns')
    .select(['id', 'organization_id'])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('status', '=', 'planned'),
          eb('start_at', '<=', iso(now())),
          eb.or([eb('approval', 'is', null), eb('approval', '=', 'approved')]),
        ]),
        eb.and([eb('status', 'in', ['planned', 'active']), eb('end_at', '<=', iso(now()))]),
      ]),
    )
    .limit(1000)
    .execute();
