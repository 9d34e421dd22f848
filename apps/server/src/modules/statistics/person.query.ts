import { sql } from 'kysely';
import type { PersonEmail } from '@sergak/contract/statistics/statistics.schema.ts';
import type { Tx } from '../../platform/db.ts';
import {
  delivered,
  deliveredAt,
  funnelColumns,
  nowSql,
  type FunnelCounts,
  type StatisticsOrganization,
} from './period.query.ts';
import { isBehind } from '../directory/public.ts';
import { countedCourses, countedEmails, emailPoints } from './refresh.repo.ts';

export type PersonFigures = {
  id: string;
  full_name: string;
  risk_level: number | null;
  phishing_indicator: number | null;
  learning_progress: number | null;
  risk_computed_at: string | null;
};

/** A person with the stored figures. */
export const findCountedPerson = (tx: Tx, id: string): Promise<PersonFigures | undefined> =>
  tx
    .selectFrom('employees')
    .select(['id', 'full_name', 'risk_level', 'phishing_indicator', 'learning_progress', 'risk_computed_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export type EmailFact = {
  campaign_id: string;
  title: string;
  status: string;
  date: string;
  result: number;
  reported: boolean;
  age_days: number;
};

/** The emails that make up a person's level. */
export const personEmailFacts = async (
  tx: Tx,
  organization: StatisticsOrganization,
  id: string,
): Promise<EmailFact[]> =>
  (
    await sql<EmailFact>`
      select c.id as campaign_id, c.name as title, c.status, (${deliveredAt} at time zone ${organization.time_zone})::date::text as date, r.result,
        r.reported_at is not null as reported, (extract(epoch from ${nowSql()} - ${deliveredAt}) / 86400)::float8 as age_days
      from ${countedEmails()} and r.employee_id = ${id}`.execute(tx)
  ).rows;

export type CourseFact = { assignment_id: string; course_id: string; title: string; date: string; progress: number };

/** The courses that make up a person's level. */
export const personCourseFacts = async (
  tx: Tx,
  organization: StatisticsOrganization,
  id: string,
): Promise<CourseFact[]> =>
  (
    await sql<CourseFact>`
      select k.assignment_id, k.course_id, k.title, k.start_date::text as date, k.progress
      from (${countedCourses(organization, sql`and l.employee_id = ${id}`)}) k`.execute(tx)
  ).rows;

/** Restricts a person's view of the own emails: a running simulation is hidden until the person fell for it. */
const shownTo = (who: 'staff' | 'person') =>
  who === 'staff' ? sql`true` : sql`(c.status = 'completed' or r.result >= 2)`;

/** Addressee of an email as it was filled in: the copy of that day, not the current data. */
type Addressee = Record<'address' | 'last_name' | 'first_name' | 'middle_name' | 'position' | 'department', string>;
export type EmailRow = Omit<PersonEmail, 'campaign' | 'events' | 'tips'> & {
  addressee: Addressee;
  language: string;
  at: string;
  campaign_id: string;
  campaign_name: string;
  campaign_status: string;
  tips: unknown;
};

/** Emails of a person, latest first, with totals by result. */
export const personEmails = async (
  tx: Tx,
  id: string,
  who: 'staff' | 'person',
  o: { limit: number; offset: number },
) => {
  const from = sql`campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing
    where r.employee_id = ${id} and ${delivered} and ${shownTo(who)}`;
  const counts = (
    await sql<FunnelCounts & { total: number }>`select ${funnelColumns}, count(*)::int as total from ${from}`.execute(
      tx,
    )
  ).rows[0]!;
  const { rows } = await sql<EmailRow>`
    select r.id, c.id as campaign_id, c.name as campaign_name, c.status as campaign_status, r.sent_at, r.state, r.result,
      r.reported_at is not null as reported, ${emailPoints}::int as points, r.os, m.name as email,
      coalesce(x.subject, m.subject) as subject, coalesce(x.sender_name, m.sender_name) as sender_name,
      coalesce(x.sender_address, m.sender_address) as sender_address, coalesce(x.tips, m.tips) as tips, coalesce(x.language, m.language) as language, ${deliveredAt} as at, jsonb_build_object('address', r.address, 'last_name', r.last_name,
        'first_name', r.first_name, 'middle_name', r.middle_name, 'position', r.position, 'department', r.department) as addressee
    from (select r.* from ${from} order by ${deliveredAt} desc, r.id desc limit ${o.limit} offset ${o.offset}) r
      join campaigns c on c.id = r.campaign_id join campaign_emails m on m.campaign_id = r.campaign_id and m.email_id = r.email_id
      left join campaign_email_translations x on x.campaign_id = r.campaign_id and x.email_id = r.email_id and x.language = r.language
    order by ${deliveredAt} desc, r.id desc`.execute(tx);
  return { counts, rows };
};

export type EventRow = PersonEmail['events'][number] & { recipient_id: number };

/** All recorded events of these emails in chronological order. */
export const personEmailEvents = (tx: Tx, ids: readonly number[]): Promise<EventRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('tracking_events')
        .select(['id', 'recipient_id', 'kind', 'at', 'human', 'verdict', 'os'])
        .where('recipient_id', 'in', [...ids])
        .orderBy('at')
        .orderBy('id')
        .execute();

/** Number of courses and quizzes of a person. */
export const passedCounts = async (tx: Tx, organization: StatisticsOrganization, id: string) =>
  (
    await sql<{
      courses_assigned: number;
      courses_completed: number;
      courses_behind: number;
      quizzes_passed: number;
      quizzes_failed: number;
    }>`
      select count(*)::int as courses_assigned, count(*) filter (where l.completed_at is not null)::int as courses_completed,
        count(*) filter (where ${isBehind(organization.today)})::int as courses_behind,
        (select count(distinct (q.learner_id, q.step_id)) from quiz_attempts q join learners k on k.id = q.learner_id
          where k.employee_id = ${id} and q.passed)::int as quizzes_passed,
        (select count(*) from quiz_attempts q join learners k on k.id = q.learner_id
          where k.employee_id = ${id} and q.passed = false)::int as quizzes_failed
      from learners l join assignments a on a.id = l.assignment_id where l.employee_id = ${id}`.execute(tx)
  ).rows[0]!;

/** Quiz attempts, latest first. */
export const personQuizzes = async (tx: Tx, id: string, o: { limit: number; offset: number }) => {
  const base = tx
    .selectFrom('quiz_attempts as q')
    .innerJoin('learners as l', 'l.id', 'q.learner_id')
    .innerJoin('assignments as a', 'a.id', 'l.assignment_id')
    .where('l.employee_id', '=', id);
  const { n } = await base.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const data = await base
    .select(['q.id', 'a.title as course', 'q.number', 'q.started_at', 'q.completed_at', 'q.score', 'q.passed'])
    .orderBy('q.started_at', 'desc')
    .orderBy('q.id')
    .limit(o.limit)
    .offset(o.offset)
    .execute();
  return { data, total_count: n };
};
