import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { isBehind } from '../directory/public.ts';
import { deliveredEmails, funnelColumns, type FunnelCounts } from './period.query.ts';

export type ReportPeriod = { readonly from: string; readonly to: string };
type Zone = { readonly time_zone: string };

export const findDepartmentTitle = (tx: Tx, id: string) =>
  tx.selectFrom('departments').select('title').where('id', '=', id).executeTakeFirst();

/** Ids of a department and its descendants; without an id, of all departments. */
export const departmentsBelow = (id: string | null): RawBuilder<unknown> =>
  id === null
    ? sql`select id from departments`
    : sql`with recursive below as (
        select d.id from departments d where d.id = ${id} union all select d.id from departments d join below b on d.parent_id = b.id)
        select id from below`;

type PeopleFigures = {
  people: number;
  risk_level: number | null;
  progress: number | null;
  high: number;
  missing: number;
};
/** Means over the people of a department and its descendants, or of the organisation. */
export const peopleFigures = async (tx: Tx, id: string | null): Promise<PeopleFigures> => {
  const { rows } = await sql<PeopleFigures>`
    select count(*)::int as people, round(avg(risk_level), 2) as risk_level, round(avg(learning_progress), 2) as progress,
      count(*) filter (where risk_step > 6)::int as high, count(*) filter (where risk_level is null)::int as missing
    from employees where deleted_at is null and role <> 'pdf_service' and department_id in (${departmentsBelow(id)})`.execute(
    tx,
  );
  return rows[0]!;
};

const emailsIn = (id: string | null, period: ReportPeriod, zone: Zone) => sql`
  campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing
  where ${deliveredEmails(period, zone)} ${id === null ? sql`` : sql`and r.department_id in (${departmentsBelow(id)})`}`;

type EmailFigures = FunnelCounts & { delivered: number };
/** Emails delivered in the period to people who were in the department at the start of their campaign. */
export const emailFigures = async (
  tx: Tx,
  id: string | null,
  period: ReportPeriod,
  zone: Zone,
): Promise<EmailFigures> => {
  const { rows } = await sql<EmailFigures>`
    select count(*)::int as delivered, ${funnelColumns} from ${emailsIn(id, period, zone)}`.execute(tx);
  return rows[0]!;
};

const emailColumns = [
  'delivered',
  'sent',
  'opened',
  'clicked',
  'opened_attachment',
  'entered_data',
  'reported',
  'dangerous',
] as const;
const summed = sql.join(emailColumns.map((name) => sql`sum(m.${sql.ref(name)})::int as ${sql.ref(name)}`));
const filled = sql.join(emailColumns.map((name) => sql`coalesce(f.${sql.ref(name)}, 0) as ${sql.ref(name)}`));
export type SubtreeFigures = EmailFigures & {
  id: string;
  title: string;
  people: number;
  risk_level: number | null;
  progress: number | null;
};
/**
 * Departments, each with its descendants: people and means of today, and the emails delivered in the period. `parentId` limits
 * them to the children of a department.
 */
export const subtreeFigures = async (
  tx: Tx,
  parentId: string | null,
  period: ReportPeriod,
  zone: Zone,
): Promise<SubtreeFigures[]> => {
  const { rows } = await sql<SubtreeFigures>`
    with recursive below as (
      select d.id as root, d.id from departments d where ${parentId}::uuid is null or d.parent_id = ${parentId}::uuid
      union all select b.root, d.id from departments d join below b on d.parent_id = b.id),
    mail as (select r.department_id, count(*)::int as delivered, ${funnelColumns} from ${emailsIn(null, period, zone)} group by 1),
    mails as (
      select b.root, ${summed} from below b join mail m on m.department_id = b.id group by 1),
    staff as (
      select b.root, count(*)::int as people, round(avg(e.risk_level), 2) as risk_level, round(avg(e.learning_progress), 2) as progress
      from below b join employees e on e.department_id = b.id and e.deleted_at is null and e.role <> 'pdf_service' group by 1)
    select d.id, d.title, coalesce(s.people, 0) as people, s.risk_level, s.progress, ${filled}
    from departments d left join staff s on s.root = d.id left join mails f on f.root = d.id
    where ${parentId}::uuid is null or d.parent_id = ${parentId}::uuid
    order by s.risk_level desc nulls last, d.title collate "ru-RU-x-icu", d.id`.execute(tx);
  return rows;
};

/** The last stored risk level of each of these departments, or of the organisation, on or before a day. */
export const riskLevelsOn = async (
  tx: Tx,
  scope: 'department' | 'organization',
  day: string,
): Promise<Map<string, number | null>> => {
  const { rows } = await sql<{ id: string; risk_level: number | null }>`
    select distinct on (subject_id) subject_id as id, risk_level from risk_points
    where scope = ${scope} and day <= ${day}::date order by subject_id, day desc`.execute(tx);
  return new Map(rows.map((one) => [one.id, one.risk_level]));
};

type CampaignFigures = EmailFigures & {
  id: string;
  name: string;
  start_at: string;
  all_delivered: number;
  all_dangerous: number;
};
/** Campaigns of the period in which the department got emails, the latest first, with the result of the organisation. */
export const departmentCampaigns = async (
  tx: Tx,
  id: string,
  period: ReportPeriod,
  zone: Zone,
): Promise<CampaignFigures[]> => {
  const { rows } = await sql<CampaignFigures>`
    select f.*, c.name, c.start_at, o.delivered as all_delivered, o.dangerous as all_dangerous
    from (select r.campaign_id as id, count(*)::int as delivered, ${funnelColumns} from ${emailsIn(id, period, zone)} group by 1) f
      join campaigns c on c.id = f.id cross join lateral (
        select coalesce(sum(t.emails), 0)::int as delivered, coalesce(sum(t.emails) filter (where t.result >= 3), 0)::int as dangerous
        from campaign_tallies t where t.campaign_id = f.id and t.delivered_on between ${period.from}::date and ${period.to}::date) o
    order by c.start_at desc, c.id`.execute(tx);
  return rows;
};

type CourseFigures = {
  id: string;
  title: string;
  deadline: string;
  learners: number;
  completed: number;
  behind: number;
  progress: number;
  all_progress: number;
};
/** Assigned courses of the department's people whose term has a day in the period, with the mean progress of the organisation. */
export const courseFigures = async (
  tx: Tx,
  id: string,
  period: ReportPeriod,
  today: string,
): Promise<CourseFigures[]> => {
  const { rows } = await sql<CourseFigures>`
    select a.id, a.title, a.deadline, f.learners, f.completed, f.behind, f.progress, o.progress as all_progress
    from (select l.assignment_id as id, count(*)::int as learners, count(l.completed_at)::int as completed,
        count(*) filter (where ${isBehind(today)})::int as behind, round(avg(l.progress), 2) as progress
      from learners l join assignments a on a.id = l.assignment_id join employees e on e.id = l.employee_id and e.deleted_at is null
      where e.department_id in (${departmentsBelow(id)}) and l.start_date <= ${period.to}::date and l.deadline >= ${period.from}::date group by 1) f
      join assignments a on a.id = f.id cross join lateral (
        select round(avg(l.progress), 2) as progress from learners l join employees e on e.id = l.employee_id and e.deleted_at is null
        where l.assignment_id = a.id) o
    order by a.deadline desc, a.title, a.id`.execute(tx);
  return rows;
};

/** Stored risk levels by day: of the department or of the organisation. */
export const riskPoints = async (
  tx: Tx,
  scope: 'department' | 'organization',
  period: ReportPeriod,
  id: string | null,
): Promise<{ day: string; risk_level: number | null }[]> => {
  const { rows } = await sql<{ day: string; risk_level: number | null }>`
    select day, risk_level from risk_points where scope = ${scope} and day between ${period.from}::date and ${period.to}::date
      and (${id}::uuid is null or subject_id = ${id}::uuid) order by day`.execute(tx);
  return rows;
};
