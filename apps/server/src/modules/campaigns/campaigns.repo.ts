import type { ApprovalState, CampaignStatus } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
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
  'task_id',
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

export const findCampaignRow = (tx: Tx, id: string): Promise<CampaignRecord | undefined> =>
  rows(tx).where('id', '=', id).executeTakeFirst() as Promise<CampaignRecord | undefined>;

/** Locks the campaign until the transaction ends. Adding and moving its emails, and completing it, wait for the lock; claims do not. */
export const lockCampaign = (tx: Tx, id: string): Promise<CampaignRecord | undefined> =>
  rows(tx).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<CampaignRecord | undefined>;

/** Serialises runs of the same tag action. */
export const lockTagAction = async (tx: Tx, actionId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tag-action:${actionId}`}, 0))`.execute(tx);
};

/** Returns the campaign of a tag action in a month (given by its first day). */
export const lockCampaignOfTagAction = (tx: Tx, actionId: string, month: string) =>
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
  task_id: string | null;
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
    insert into campaign_email_translations (campaign_id, email_id, language, subject, sender_name, sender_address, html, page_html, attachments, tips)
    select ${campaignId}, e.id, x.language, x.subject, x.sender_name, x.sender_address, x.html, coalesce(xp.html, p.html),
      x.attachments, jsonb_path_query_array(x.tips, '$[*].text')
    from emails e join emails x on x.translation_of = e.id and x.deleted_at is null
    left join landing_pages p on p.id = e.page_id
    left join landing_pages xp on xp.translation_of = p.id and xp.language = x.language
    where e.id = any(${emailIds}::uuid[])
    on conflict do nothing`.execute(tx);
  await pinFiles(tx, campaignId);
};

type CopyTable = 'campaign_emails' | 'campaign_email_translations';
/** A copy of an email whose red flags still have variables. */
export type UnfilledTips = {
  readonly email_id: string;
  readonly language: Language;
  readonly sender_name: string;
  readonly sender_address: string;
  readonly tips: unknown;
};
export const findUnfilledTips = async (tx: Tx, table: CopyTable, campaignId: string): Promise<UnfilledTips[]> => {
  const { rows } = await sql<UnfilledTips>`
    select c.email_id, c.language, c.sender_name, coalesce(c.sender_address, m.sender_address) as sender_address, c.tips
    from ${sql.table(table)} c join campaign_emails m on m.campaign_id = c.campaign_id and m.email_id = c.email_id
    where c.campaign_id = ${campaignId} and c.tips::text like '%{{%'`.execute(tx);
  return rows;
};
export const saveTips = (
  tx: Tx,
  table: CopyTable,
  at: { readonly campaignId: string; readonly emailId: string; readonly language: Language },
  tips: readonly string[],
) =>
  sql`update ${sql.table(table)} set tips = ${JSON.stringify(tips)}
    where campaign_id = ${at.campaignId} and email_id = ${at.emailId} and language = ${at.language}`.execute(tx);

/** Copies the current redirect page, or clears the copy if the campaign has none. */
export const snapshotRedirectPage = async (tx: Tx, campaignId: string) => {
  await sql`update campaigns c set redirect_html = (select p.html from redirect_pages p where p.id = c.redirect_page_id)
    where c.id = ${campaignId}`.execute(tx);
  await pinFiles(tx, campaignId);
};

/** Returns the ids of the emails that a campaign sends. */
export const chosenEmails = async (tx: Tx, campaignId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('campaign_emails')
      .select('email_id')
      .where('campaign_id', '=', campaignId)
      .orderBy('template_name')
      .orderBy('email_id')
      .execute()
  ).map((row) => row.email_id);

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
export const updateCampaignRow = (tx: Tx, id: string, { settings, ...values }: CampaignValues) =>
  tx
    .updateTable('campaigns')
    .set((eb) => ({
      ...values,
      ...(settings ? { settings: JSON.stringify(settings) } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();

/** Ends all campaigns of an organisation that is being removed. */
export const endCampaigns = (tx: Tx) =>
  tx.updateTable('campaigns').set({ status: 'completed' }).where('status', '!=', 'completed').execute();

export const deleteCampaignRow = (tx: Tx, id: string) => tx.deleteFrom('campaigns').where('id', '=', id).execute();

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
