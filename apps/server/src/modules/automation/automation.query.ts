import { hourText, type ActionType } from '@sergak/contract/automation/automation.rules.ts';
import type { TagAction } from '@sergak/contract/automation/automation.schema.ts';
import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

type Row = Omit<TagAction, 'registration_link_time' | 'for_members'> & {
  registration_link_hour: number | null;
  since: string | null;
};

const actionOf = ({ registration_link_hour: hour, since, ...row }: Row): TagAction => ({
  ...row,
  registration_link_time: hour === null ? null : hourText(hour),
  for_members: since === null ? 'all' : 'new',
});

/** Titles of copies of the starter library in the language of the reader, while nobody has changed them; without a reader as stored. */
const titlesFor = (reader: Language | undefined) => ({
  course: reader ? sql`starter_text(c.title, c.starter_texts, 'title', c.language, ${reader})` : sql`c.title`,
  email: reader ? sql`starter_text(e.name, t.starter_texts, 'title', e.language, ${reader})` : sql`e.name`,
  template: reader ? sql`starter_text(t.name, t.starter_texts, 'title', t.language, ${reader})` : sql`t.name`,
});

const select = (title: ReturnType<typeof titlesFor>) => sql`
  select a.id, a.tag_id, a.type, a.theme, a.text, a.defer_by, a.registration_link_days, a.registration_link_hour, a.period, a.since,
    a.created_at, a.version,
    coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'title', ${title.course}, 'archived', c.archived) order by ${title.course})
      from tag_action_courses ac join courses c on c.id = ac.course_id where ac.action_id = a.id), '[]') as courses,
    coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'name', ${title.email}, 'template_name', ${title.template}) order by ${title.template}, ${title.email})
      from tag_action_emails al join emails e on e.id = al.email_id join templates t on t.id = e.template_id
      where al.action_id = a.id and e.deleted_at is null), '[]') as phishing_templates,
    (select c.id from campaigns c where c.tag_action_id = a.id order by c.tag_month desc limit 1) as phishing_templates_campaign_id
  from tag_actions a`;

/** Actions of a tag in the order in which they were added. */
export const selectActions = async (tx: Tx, tagId: string, reader?: Language): Promise<TagAction[]> =>
  (
    await sql<Row>`${select(titlesFor(reader))} where a.tag_id = ${tagId} order by a.created_at, a.id`.execute(tx)
  ).rows.map(actionOf);

export const findAction = async (tx: Tx, id: string, reader?: Language): Promise<TagAction | undefined> =>
  (await sql<Row>`${select(titlesFor(reader))} where a.id = ${id}`.execute(tx)).rows.map(actionOf)[0];

export const findCourses = async (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('courses')
    .select(['id', 'title', 'kind', 'archived', 'published_version'])
    .where('id', 'in', [...ids])
    .execute();

/** Courses that an action assigns, by title. */
export const coursesOfAction = async (tx: Tx, actionId: string, reader?: Language) => {
  const title = sql<string>`${titlesFor(reader).course}`;
  const rows = await tx
    .selectFrom('tag_action_courses as ac')
    .innerJoin('courses as c', 'c.id', 'ac.course_id')
    .select(['c.id', title.as('title'), 'c.kind'])
    .where('ac.action_id', '=', actionId)
    .orderBy(title)
    .execute();
  return rows as { id: string; title: string; kind: CourseKind }[];
};

/** Emails that can be sent: not deleted, of templates that are not archived. */
export const findActionEmails = async (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('emails as e')
    .innerJoin('templates as t', 't.id', 'e.template_id')
    .select(['e.id', 'e.name', 'e.sender_address'])
    .where('e.id', 'in', [...ids])
    .where('e.deleted_at', 'is', null)
    .where('e.translation_of', 'is', null)
    .where('t.archived', '=', false)
    .execute();

/** The conditions for running tag actions that are the same for everyone. */
export type AutomationOrganization = {
  title: string;
  language: 'ru' | 'en' | 'uz';
  time_zone: string;
  brand_color: string;
  autophish: boolean;
  sending_paused: boolean;
  licensed: boolean;
  hour: number;
  run_at: string | null;
};
export const findAutomationOrganization = async (tx: Tx, at: Date): Promise<AutomationOrganization> => {
  const { rows } = await sql<AutomationOrganization>`
    select o.title, o.language, o.time_zone, o.brand_color, o.autophish, o.sending_paused,
      o.licence_end >= (${iso(at)}::timestamptz at time zone o.time_zone)::date as licensed, coalesce(s.hour, 10) as hour, s.run_at
    from organizations o left join automation_schedules s on s.organization_id = o.id`.execute(tx);
  return rows[0]!;
};

export const tagCampaigns = async (tx: Tx, tagId: string) => {
  const { rows } = await sql<{ id: string; name: string; users_count: number; start_date: string }>`
    select c.id, c.name, c.start_at as start_date, (select count(*)::int from campaign_recipients r where r.campaign_id = c.id) as users_count
    from campaigns c where c.tag_id = ${tagId} and c.is_autophish order by c.start_at desc, c.id limit 24`.execute(tx);
  return rows;
};

/**
 * Organisations with tag actions in which a full hour of their own day has begun since the last run. A job that waits for its
 * next attempt is left alone: enqueued again, it would restart its count of attempts and never reach the last one. Crosses
 * tenants, for the minute sweep.
 */
export const organizationsToRun = async (tx: SystemTx, at: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with due as (select o.id, 'automation:' || o.id as job
    from organizations o left join automation_schedules s on s.organization_id = o.id
    where exists (select from tag_actions a where a.organization_id = o.id)
      and coalesce(s.run_at, '-infinity')
        < date_trunc('hour', ${iso(at)}::timestamptz at time zone o.time_zone) at time zone o.time_zone)
    select id from due where job not in (select live_jobs(array(select job from due)))`.execute(tx);
  return rows.map((row) => row.id);
};

export type RunningAction = {
  id: string;
  tag_id: string;
  tag_title: string;
  /** Whether people belong to the tag by their level of risk. */
  is_by_risk: boolean;
  tag_is_active: boolean;
  type: ActionType;
  theme: string;
  text: string;
  period: number | null;
  registration_link_days: number | null;
  course_ids: string[];
  course_titles: string[];
  email_ids: string[];
  email_names: string[];
};

/** All actions of the organisation with the data that a run needs. */
export const listRunning = async (tx: Tx): Promise<RunningAction[]> => {
  const { rows } = await sql<RunningAction>`
    select a.id, a.tag_id, t.title as tag_title, t.type = 'risk_group' as is_by_risk, t.is_active as tag_is_active, a.type, a.theme, a.text, a.period, a.registration_link_days,
      coalesce(c.ids, '{}') as course_ids, coalesce(c.titles, '{}') as course_titles,
      coalesce(l.ids, '{}') as email_ids, coalesce(l.names, '{}') as email_names
    from tag_actions a join tags t on t.id = a.tag_id
    left join lateral (select array_agg(c.id::text order by c.title) as ids, array_agg(c.title order by c.title) as titles
      from tag_action_courses ac join courses c on c.id = ac.course_id where ac.action_id = a.id) c on true
    left join lateral (select array_agg(e.id::text order by e.name) as ids, array_agg(e.name order by e.name) as names
      from tag_action_emails al join emails e on e.id = al.email_id where al.action_id = a.id) l on true
    order by a.created_at, a.id`.execute(tx);
  return rows;
};

export type MessageReader = { id: string; email: string; language: 'ru' | 'en' | 'uz' };
/** The address and the language of these people. */
export const findMessageReaders = async (
  tx: Tx,
  ids: readonly string[],
  fallback: MessageReader['language'],
): Promise<MessageReader[]> => {
  const { rows } = await sql<MessageReader>`
    select e.id, e.email, coalesce(e.language, ${fallback}) as language from employees e
    where e.id = any(${ids}::uuid[]) order by e.id`.execute(tx);
  return rows;
};

export const listTagChips = (tx: Tx) => tx.selectFrom('tags').select(['id', 'title', 'color']).execute();
