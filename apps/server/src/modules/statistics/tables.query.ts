import type { z } from 'zod';
import { CHANGE_DAYS } from '@sergak/contract/statistics/risk.rules.ts';
import type { departmentsQuery, usersQuery } from '@sergak/contract/statistics/statistics.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { departmentEmails } from './department-emails.repo.ts';
import { numberOf, peopleIn, sumOf, talliesOf } from './people-tallies.query.ts';
import { delivered, sent, type StatisticsOrganization, type Period } from './period.query.ts';
import { searchCondition } from '../directory/public.ts';

const departmentOrder: Record<z.output<typeof departmentsQuery>['sort_by'], RawBuilder<unknown>> = {
  TITLE: sql`f.title collate "ru-RU-x-icu"`,
  EMPLOYEES: sql`f.people`,
  PROGRESS: sql`f.progress`,
  SENT: sql`f.sent`,
  CLICKED: sql`f.clicked`,
  ENTERED_DATA: sql`f.entered_data`,
  RISK_LEVEL: sql`f.risk_level`,
  RISK_CHANGE: sql`f.change`,
};
export type DepartmentRow = {
  id: string;
  title: string;
  parent_id: string | null;
  people: number;
  progress: number | null;
  sent: number;
  delivered: number;
  clicked: number;
  entered_data: number;
  risk_level: number | null;
  change: number | null;
};

const clicked = sql`(r.result in (2, 4) or r.clicked_at is not null)`;

/** Every department with its descendants. Emails are those of the period; the change is since its first day. */
export const departmentRows = async (
  tx: Tx,
  organization: StatisticsOrganization,
  period: Period,
  o: z.output<typeof departmentsQuery>,
): Promise<DepartmentRow[]> => {
  const { rows } = await sql<DepartmentRow>`
    with recursive below as (
      select d.id as top, d.id from departments d
      union all select b.top, d.id from departments d join below b on d.parent_id = b.id),
    people as (
      select t.department_id, ${peopleIn()} as n, ${sumOf('risk_level')} as risk, ${numberOf('risk_level')} as risk_n,
        ${sumOf('learning_progress')} as learning, ${numberOf('learning_progress')} as learning_n
      from ${talliesOf('figures')} group by 1),
    emails as (${await departmentEmails(tx, organization, period.from)}),
    before as (
      select distinct on (subject_id) subject_id, risk_level from risk_points
      where scope = 'department' and risk_level is not null and day >= coalesce(${organization.risk_rule_since}::date, '-infinity')
        and day <= greatest(${period.before}::date, ${period.to}::date - ${CHANGE_DAYS}::int)
      order by subject_id, (day <= ${period.before}::date) desc, case when day <= ${period.before}::date then ${period.before}::date - day else day - ${period.before}::date end),
    figures as (
      select d.id, d.title, d.parent_id, coalesce(sum(p.n), 0)::int as people,
        round(sum(p.learning) / nullif(sum(p.learning_n), 0), 2) as progress, round(sum(p.risk) / nullif(sum(p.risk_n), 0), 2) as risk_level,
        coalesce(sum(l.sent), 0)::int as sent, coalesce(sum(l.delivered), 0)::int as delivered, coalesce(sum(l.clicked), 0)::int as clicked, coalesce(sum(l.entered), 0)::int as entered_data
      from departments d join below b on b.top = d.id left join people p on p.department_id = b.id left join emails l on l.department_id = b.id
      group by d.id, d.title, d.parent_id)
    select f.*, f.change from (select g.*, g.risk_level - k.risk_level as change from figures g left join before k on k.subject_id = g.id) f
    order by ${departmentOrder[o.sort_by]} ${sql.raw(o.sort_order)} nulls last, f.title collate "ru-RU-x-icu", f.id
    limit ${o.limit} offset ${o.offset}`.execute(tx);
  return rows;
};

export const countDepartments = async (tx: Tx): Promise<number> =>
  (
    await tx
      .selectFrom('departments')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

const userOrder: Record<z.output<typeof usersQuery>['sort_by'], RawBuilder<unknown>> = {
  NAME: sql`e.full_name collate "ru-RU-x-icu"`,
  PROGRESS: sql`e.learning_progress`,
  PHISHING: sql`e.phishing_indicator`,
  RISK_LEVEL: sql`e.risk_level`,
};
export type PersonTableRow = {
  id: string;
  full_name: string;
  email: string;
  department: string;
  risk_level: number | null;
  phishing_indicator: number | null;
  learning_progress: number | null;
  sent: number;
  delivered: number;
  clicked: number;
  entered_data: number;
  note: string;
};

/** People with their figures and all their emails. Emails are counted only for the people of the page. */
export const userRows = async (
  tx: Tx,
  o: z.output<typeof usersQuery>,
): Promise<{ rows: PersonTableRow[]; total: number }> => {
  const search = await searchCondition(tx, o.search);
  const where = sql`e.deleted_at is null and e.role <> 'pdf_service' ${search ? sql`and ${search}` : sql``}`;
  const order = sql`${userOrder[o.sort_by]} ${sql.raw(o.sort_order)} nulls last, e.id`;
  const { rows } = await sql<PersonTableRow>`
    select e.id, e.full_name, e.email, d.title as department, e.risk_level, e.phishing_indicator, e.learning_progress, e.note,
      f.sent, f.delivered, f.clicked, f.entered_data
    from (select e.* from employees e where ${where} order by ${order} limit ${o.limit} offset ${o.offset}) e
      join departments d on d.id = e.department_id
      cross join lateral (
        select count(*)::int as delivered, count(*) filter (where ${sent})::int as sent, count(*) filter (where ${clicked})::int as clicked, count(*) filter (where r.result = 4)::int as entered_data
        from campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing where r.employee_id = e.id and ${delivered}) f
    order by ${order}`.execute(tx);
  const counted = search
    ? sql`count(*)::int as n from employees e where ${where}`
    : sql`${peopleIn()} as n from ${talliesOf('figures')}`;
  const total = await sql<{ n: number }>`select ${counted}`.execute(tx);
  return { rows, total: total.rows[0]!.n };
};
