import { type ApprovalState, endOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Campaign, CampaignRow } from '@sergak/contract/campaigns/campaigns.schema.ts';
import {
  attachmentFormat,
  reportsOf,
  type Attachment,
  type AttackVector,
} from '@sergak/contract/phishing/phishing.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { dayIn, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { countResendable } from '../delivery/public.ts';
import { isAnonymous } from '../directory/public.ts';
import { readAssignmentProgress } from '../learning/public.ts';
import { logoAddress, namesOf } from '../phishing/public.ts';
import {
  countCampaigns,
  countEmailStates,
  emptyFunnel,
  type CountedCampaign,
  type CountedFunnel,
} from '../statistics/public.ts';
import { attachmentsReported } from './recipients.query.ts';

export const head = [
  'c.id',
  'c.name',
  'c.status',
  'c.approval',
  'c.start_at',
  'c.end_at',
  'c.completed_at',
  'c.is_testing',
  'c.is_autophish',
  'c.task_id',
  'c.failure',
  'c.paused_at',
  sql<boolean>`coalesce(jsonb_typeof(c.settings -> 'post_campaign') = 'object', false)`.as('has_follow_up'),
  'c.version',
] as const;
/** Campaigns as a list shows them. */
export const rows = (tx: Tx) => tx.selectFrom('campaigns as c').select(head);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirst']>>>;

/** The name of the email `m` of the template `t` in the language of the reader, while it is an unchanged copy of the starter library. */
const emailName = (reader: Language | undefined) =>
  reader ? sql<string>`starter_text(m.name, t.starter_texts, 'title', m.language, ${reader})` : sql<string>`m.name`;

const emailsOf = (tx: Tx, ids: readonly string[], reader: Language | undefined) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('campaign_emails as m')
        .leftJoin('templates as t', 't.id', 'm.template_id')
        .select(['m.campaign_id', emailName(reader).as('name'), 'm.attack_vector', 'm.attachments', 'm.logo_file_id'])
        .where('m.campaign_id', 'in', [...ids])
        .orderBy('name')
        .execute();

/** Adds emails and funnels to heads of campaigns. */
export const describe = async (
  tx: Tx,
  found: readonly Row[],
  reader?: Language,
  counted?: Map<string, CountedCampaign>,
): Promise<CampaignRow[]> => {
  const ids = found.map((row) => row.id);
  const counts = counted ?? (await countCampaigns(tx, ids));
  const emails = await emailsOf(tx, ids, reader);
  return found.map(({ start_at, end_at, completed_at, ...row }) => {
    const own = emails.filter((email) => email.campaign_id === row.id);
    const { statistics } = counts.get(row.id)!;
    return {
      ...row,
      approval: row.approval as ApprovalState | null,
      logo: logoAddress(own.find((email) => email.logo_file_id)?.logo_file_id ?? null),
      start_date: start_at,
      end_date: endOf({ end_at, completed_at }),
      users_count: statistics.recipients,
      attack_vectors: [...new Set(own.map((email) => email.attack_vector as AttackVector))].map((type) => ({ type })),
      email: own[0]
        ? {
            name: own[0].name,
            attachments: namesOf(own[0].attachments),
          }
        : null,
      emails_count: own.length,
      statistics,
    };
  });
};

/** Returns the time of the next attempt among the emails that a mail server postponed. */
const nextRetry = async (tx: Tx, id: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('campaign_recipients')
      .select((eb) => eb.fn.min<string | null>('send_at').as('at'))
      .where('campaign_id', '=', id)
      .where('waiting', '=', true)
      .where('state', '=', 'retry')
      .executeTakeFirstOrThrow()
  ).at;

/** Returns the numbers of emails that can be sent again; only an active campaign sends. */
const resendableOf = async (tx: Tx, { id, status }: Row, sending: Campaign['sending']) =>
  status !== 'active' || sending.failed + sending.unknown === 0
    ? { failed: 0, unknown: 0 }
    : countResendable(tx, id, !(await isAnonymous(tx)));

/** The title of the course `k` in the language of the reader, while it is an unchanged copy of the starter library. */
const courseTitle = (reader: Language | undefined) =>
  reader
    ? sql<string | null>`starter_text(k.title, k.starter_texts, 'title', k.language, ${reader})`
    : sql<string | null>`k.title`;

/** Returns the head of a campaign's page, without the request for its approval. */
export const campaignPage = async (
  tx: Tx,
  id: string,
  reader?: Language,
): Promise<Omit<Campaign, 'approval_request'>> => {
  const row = await rows(tx)
    .leftJoin('employees as e', 'e.id', 'c.created_by')
    .leftJoin('tags as t', 't.id', 'c.tag_id')
    .leftJoin('redirect_pages as p', 'p.id', 'c.redirect_page_id')
    .leftJoin('courses as k', 'k.id', 'c.course_id')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select([
      'c.spread',
      'c.send_until',
      'c.created_at',
      'c.launched_at',
      'c.settings',
      'c.created_by',
      'o.sending_paused',
      'e.id as author_id',
      'e.full_name as author',
      't.id as tag_id',
      't.title as tag_title',
      'p.id as page_id',
      'p.name as page_name',
      'k.id as course_id',
      courseTitle(reader).as('course_title'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('campaign.not_found');
  const { author_id, author, tag_id, tag_title, page_id, page_name, course_id, course_title, ...rest } = row;
  const counts = await countCampaigns(tx, [id]);
  const [described] = await describe(tx, [rest], reader, counts);
  return {
    ...described!,
    sending: counts.get(id)!.sending,
    resendable: await resendableOf(tx, row, counts.get(id)!.sending),
    next_retry_at: counts.get(id)!.sending.retry > 0 ? await nextRetry(tx, id) : null,
    spread: rest.spread,
    send_until: rest.send_until,
    created_at: rest.created_at,
    launched_at: rest.launched_at,
    completed_at: rest.completed_at,
    sending_paused: rest.sending_paused,
    settings: rest.settings,
    created_by: author_id && author !== null ? { id: author_id, full_name: author } : null,
    tag: tag_id && tag_title !== null ? { id: tag_id, title: tag_title } : null,
    redirect_page: page_id && page_name !== null ? { id: page_id, name: page_name } : null,
    course: course_id && course_title !== null ? { id: course_id, title: course_title } : null,
  };
};

/** Throws if the campaign does not exist; for calls about parts of a campaign. With `byTag` it must be a campaign by tag. */
export const requireCampaign = async (tx: Tx, id: string, byTag = false): Promise<void> => {
  const found = await tx.selectFrom('campaigns').select('is_autophish').where('id', '=', id).executeTakeFirst();
  if (!found || (byTag && !found.is_autophish)) throw new AppError('campaign.not_found');
};

const describeAttachments = (attachments: readonly Attachment[], reported?: ReadonlyMap<string, number>) =>
  attachments.map((one) => {
    const format = attachmentFormat(one);
    return { name: one.name, format, reports: reportsOf(one), opened_by: reported?.get(format) ?? 0 };
  });

const withFell = (counted: (CountedFunnel & { fell: number }) | undefined) => {
  const { fell, ...statistics } = counted ?? { ...emptyFunnel(), fell: 0 };
  return { statistics, fell };
};

/** Returns the emails of a campaign as they were at the launch, each with its funnel. */
export const campaignEmails = async (tx: Tx, id: string, reader: Language, byTag = false) => {
  await requireCampaign(tx, id, byTag);
  const emails = await tx
    .selectFrom('campaign_emails as m')
    .leftJoin('templates as t', 't.id', 'm.template_id')
    .select([
      'm.email_id',
      'm.template_id',
      emailName(reader).as('name'),
      sql<string>`starter_text(m.template_name, t.starter_texts, 'title', t.language, ${reader})`.as('template_name'),
      'm.logo_file_id',
      'm.subject',
      'm.sender_name',
      'm.sender_address',
      'm.attack_vector',
      'm.attachments',
      'm.tips',
    ])
    .where('m.campaign_id', '=', id)
    .orderBy('template_name')
    .orderBy('name')
    .execute();
  const funnels = await countEmailStates(tx, id);
  const reported = await attachmentsReported(tx, id);
  return emails.map(({ email_id, logo_file_id, attachments, tips, attack_vector, ...rest }) => ({
    ...rest,
    id: email_id,
    attack_vector: attack_vector as AttackVector,
    logo: logoAddress(logo_file_id),
    attachments: describeAttachments(attachments as Attachment[], reported.get(email_id)),
    tips: tips as string[],
    ...withFell(funnels.get(email_id)),
  }));
};

/** Returns the course that a campaign assigns automatically, and the progress of its learners. */
export const campaignCourse = async (tx: Tx, id: string, reader: Language) => {
  const row = await tx
    .selectFrom('campaigns as c')
    .leftJoin('courses as k', 'k.id', 'c.course_id')
    .leftJoin('assignments as a', 'a.campaign_id', 'c.id')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['k.id', courseTitle(reader).as('title'), 'a.id as assignment_id', 'o.time_zone'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('campaign.not_found');
  const progress = row.assignment_id
    ? await readAssignmentProgress(tx, row.assignment_id, dayIn(now(), row.time_zone))
    : { learners_count: 0, completed_count: 0, progress: 0 };
  return {
    course: row.id && row.title !== null ? { id: row.id, title: row.title } : null,
    assignment_id: row.assignment_id,
    learners: progress.learners_count,
    completed: progress.completed_count,
    progress: progress.learners_count === 0 ? null : progress.progress,
  };
};
