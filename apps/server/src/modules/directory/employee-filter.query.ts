import type { EmployeeFilter, EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import { RISK_MAX, RISK_MIN } from '@sergak/contract/employees/employees.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { dayIn, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { departmentsWithin } from './directory.query.ts';
import { countSearch, searchCondition } from './search.query.ts';

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

/** Learners of an active assignment who are past its deadline, or have done less of it than of its time has gone. */
const behind = (today: string) => sql`exists (
  select from learners l join assignments a on a.id = l.assignment_id
  where l.employee_id = e.id and a.status = 'active' and l.behind_from <= ${today}::date)`;

const learnerStates = {
  NOT_START: sql`(l.started_at is null and l.completed_at is null)`,
  COMPLETED: sql`l.completed_at is not null`,
  NOT_COMPLETED: sql`(l.started_at is not null and l.completed_at is null)`,
} as const;

/** Whoever learns one of these courses (any, where none is named) in one of these states (any, where none is named). */
const learns = (courses: readonly string[], states: readonly RawBuilder<unknown>[]) => sql`exists (
  select from learners l ${courses.length > 0 ? sql`join assignments a on a.id = l.assignment_id and a.course_id = any(${list(courses)}::uuid[])` : sql``}
  where l.employee_id = e.id${states.length > 0 ? sql` and ${either(states)}` : sql``})`;

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
const filterConditions = (
  f: EmployeeFilter,
  departments: readonly string[] | null,
  today: string,
): RawBuilder<unknown>[] => {
  const found: (RawBuilder<unknown> | null)[] = [
    riskCondition(f),
    roleCondition(f.role),
    departments && sql`e.department_id = any(${list(departments)}::uuid[])`,
    f.tags.length > 0
      ? sql`exists (select from tag_employees t where t.employee_id = e.id and t.tag_id = any(${list(f.tags)}::uuid[]))`
      : null,
    f.phishing.length > 0
      ? sql`exists (select from campaign_recipients r where r.employee_id = e.id and r.campaign_id = any(${list(f.phishing)}::uuid[]))`
      : null,
    f.phishing_events.length > 0
      ? sql`exists (select from campaign_recipients r join campaigns c on c.id = r.campaign_id
          where r.employee_id = e.id and not c.is_testing and ${either(f.phishing_events.map((event) => eventConditions[event]))})`
      : null,
    learningCondition(f, today),
    courseCondition(f),
  ];
  return found.filter((condition) => condition !== null);
};

const learningCondition = (f: EmployeeFilter, today: string) => {
  if (new Set(f.learning).size !== 1) return null; // both together mean everybody
  return f.learning[0] === 'BEHIND' ? behind(today) : sql`not ${behind(today)}`;
};

const courseCondition = (f: EmployeeFilter) => {
  const states = new Set(f.courseProgress);
  const without = states.delete('WITHOUT_COURSE') ? sql`not ${learns([], [])}` : null;
  if (states.size === 0 && (without || f.courses.length === 0)) return without;
  const found = learns(
    f.courses,
    [...states].map((state) => learnerStates[state as keyof typeof learnerStates]),
  );
  return without ? either([without, found]) : found;
};

export type FilterConditions = {
  /** Over the living people of the organisation `e`. */
  readonly where: RawBuilder<unknown>;
  /** How many things the filter asks for. */
  readonly parts: number;
  /** How many people it finds, where that is known already: a search and nothing else. */
  readonly total: number | null;
};

/** A filter as conditions on `employees e`, with what a list needs to choose its way of reading. */
export const readFilter = async (tx: Tx, f: EmployeeFilter, timeZone = 'UTC'): Promise<FilterConditions> => {
  // As ids, so that the planner knows how many people they are.
  const departments = f.departments.length > 0 ? await departmentsWithin(tx, f.departments).execute() : null;
  const others = filterConditions(f, departments && departments.map((one) => one.id), dayIn(now(), timeZone));
  const alone = others.length === 0 ? await countSearch(tx, f.search) : null;
  const search = others.length === 0 ? alone?.condition : await searchCondition(tx, f.search);
  const asked = search ? [search, ...others] : others;
  const where = sql.join([sql`e.deleted_at is null`, ...asked], sql` and `);
  return { where, parts: asked.length, total: alone?.total ?? null };
};

/** `where` of a filter over the living people of the organisation. */
const whereFilter = async (tx: Tx, f: EmployeeFilter, timeZone?: string): Promise<RawBuilder<unknown>> =>
  (await readFilter(tx, f, timeZone)).where;

/** `where` of a selection: the people ticked, or everybody whom the filter finds less the excluded. */
export const whereSelected = async (tx: Tx, s: EmployeeSelection, timeZone?: string): Promise<RawBuilder<unknown>> =>
  s.all
    ? sql`${await whereFilter(tx, s.filter, timeZone)} and e.id <> all(${list(s.ids.exclude_ids)}::uuid[])`
    : sql`e.deleted_at is null and e.id = any(${list(s.ids.include_ids)}::uuid[])`;

/** Ids of the people that a selection means. Ids of other organisations are simply not among them. */
export const selectedIds = async (tx: Tx, selection: EmployeeSelection, timeZone?: string): Promise<string[]> => {
  const where = await whereSelected(tx, selection, timeZone);
  const { rows } = await sql<{ id: string }>`select e.id from employees e where ${where}`.execute(tx);
  return rows.map((row) => row.id);
};
