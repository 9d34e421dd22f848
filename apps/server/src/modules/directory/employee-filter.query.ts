import type { EmployeeFilter, EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import { RISK_MAX, RISK_MIN } from '@sergak/contract/employees/employees.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { dayIn, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { searchCondition } from './search.query.ts';

const list = (values: readonly string[]) => `{${values.join(',')}}`;

/** When a letter of a simulation counts for an event. `sent`: it arrived and nothing happened. */
const eventConditions = {
  sent: sql`r.state = 'sent' and r.result = 0`,
  opened: sql`r.opened_at is not null`,
  clicked: sql`r.clicked_at is not null`,
  opened_attachment: sql`r.attachment_opened_at is not null`,
  entered_data: sql`r.entered_at is not null`,
} as const;

const either = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** An active assignment is past its deadline, or less of it is done than of its time has gone. */
const behind = (today: string) => sql`
  select l.employee_id from learners l join assignments a on a.id = l.assignment_id
  where a.status = 'active' and l.completed_at is null
    and (l.deadline < ${today}::date
      or l.progress < 100.0 * (${today}::date - l.start_date) / greatest(1, l.deadline - l.start_date))`;

const ofCourses = (courses: readonly string[]) =>
  courses.length > 0 ? sql`a.course_id = any(${list(courses)}::uuid[])` : sql`true`;

const courseConditions = (f: EmployeeFilter) => {
  const learners = (condition: RawBuilder<unknown>) => sql`e.id in (
    select l.employee_id from learners l join assignments a on a.id = l.assignment_id where ${ofCourses(f.courses)} and ${condition})`;
  return {
    NOT_START: learners(sql`l.started_at is null and l.completed_at is null`),
    COMPLETED: learners(sql`l.completed_at is not null`),
    NOT_COMPLETED: learners(sql`l.started_at is not null and l.completed_at is null`),
    WITHOUT_COURSE: sql`e.id not in (select l.employee_id from learners l)`,
    ANY: learners(sql`true`),
  } as const;
};

const riskCondition = (f: EmployeeFilter): RawBuilder<unknown> | null => {
  if (f.riskLevelMin <= RISK_MIN && f.riskLevelMax >= RISK_MAX) return null;
  // Levels are shown as whole numbers: 3.6 is a 4 for whoever asks for 4 to 6.
  return sql`e.risk_step between ${f.riskLevelMin} and ${f.riskLevelMax}`;
};

/** One role by equality: then its index gives the order of the list as well. */
const roleCondition = (roles: readonly string[]) => {
  if (roles.length === 0) return null;
  return roles.length === 1 ? sql`e.role = ${roles[0]}` : sql`e.role = any(${list(roles)}::text[])`;
};

/** Each part of a filter but the search as a condition on `employees e`; an empty filter has none. */
const filterConditions = (f: EmployeeFilter, today: string): RawBuilder<unknown>[] => {
  const found: (RawBuilder<unknown> | null)[] = [
    riskCondition(f),
    roleCondition(f.role),
    f.departments.length > 0
      ? sql`e.department_id in (
          with recursive within as (
            select d.id from departments d where d.id = any(${list(f.departments)}::uuid[])
            union select d.id from departments d join within w on w.id = d.parent_id)
          select id from within)`
      : null,
    f.tags.length > 0
      ? sql`e.id in (select t.employee_id from tag_employees t where t.tag_id = any(${list(f.tags)}::uuid[]))`
      : null,
    f.phishing.length > 0
      ? sql`e.id in (select r.employee_id from campaign_recipients r where r.campaign_id = any(${list(f.phishing)}::uuid[]))`
      : null,
    f.phishing_events.length > 0
      ? sql`e.id in (select r.employee_id from campaign_recipients r join campaigns c on c.id = r.campaign_id
          where not c.is_testing and ${either(f.phishing_events.map((event) => eventConditions[event]))})`
      : null,
    learningCondition(f, today),
    courseCondition(f),
  ];
  return found.filter((condition) => condition !== null);
};

const learningCondition = (f: EmployeeFilter, today: string) => {
  if (new Set(f.learning).size !== 1) return null; // both together mean everybody
  return f.learning[0] === 'BEHIND' ? sql`e.id in (${behind(today)})` : sql`e.id not in (${behind(today)})`;
};

const courseCondition = (f: EmployeeFilter) => {
  const conditions = courseConditions(f);
  if (f.courseProgress.length > 0) return either([...new Set(f.courseProgress)].map((state) => conditions[state]));
  return f.courses.length > 0 ? conditions.ANY : null;
};

/** `where` of a filter over the living people of the organisation. */
export const whereFilter = async (tx: Tx, f: EmployeeFilter, timeZone = 'UTC'): Promise<RawBuilder<unknown>> => {
  const search = await searchCondition(tx, f.search);
  const conditions = [
    sql`e.deleted_at is null`,
    ...(search ? [search] : []),
    ...filterConditions(f, dayIn(now(), timeZone)),
  ];
  return sql.join(conditions, sql` and `);
};

/** `where` of a selection: the people ticked, or everybody whom the filter finds less the excluded. */
export const whereSelected = async (tx: Tx, s: EmployeeSelection, timeZone = 'UTC'): Promise<RawBuilder<unknown>> =>
  s.all
    ? sql`${await whereFilter(tx, s.filter, timeZone)} and e.id <> all(${list(s.ids.exclude_ids)}::uuid[])`
    : sql`e.deleted_at is null and e.id = any(${list(s.ids.include_ids)}::uuid[])`;

/** Ids of the people that a selection means. Ids of other organisations are simply not among them. */
export const selectedIds = async (tx: Tx, selection: EmployeeSelection, timeZone?: string): Promise<string[]> => {
  const where = await whereSelected(tx, selection, timeZone);
  const { rows } = await sql<{ id: string }>`select e.id from employees e where ${where}`.execute(tx);
  return rows.map((row) => row.id);
};
