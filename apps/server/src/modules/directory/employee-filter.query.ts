import type { EmployeeFilter } from '@sergak/contract/employees/people-selection.schema.ts';
import { RISK_MAX, RISK_MIN } from '@sergak/contract/employees/employees.rules.ts';
import { numbersWith } from '@sergak/contract/employees/email-events.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { dayIn, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { inProgress, learningOn, stateConditions } from './course-states.query.ts';
import { departmentsWithin } from './directory.query.ts';
import { eventConditions } from './email-events.query.ts';
import { countFound, findSearch } from './search.query.ts';

const either = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** A set of people that rows of another table describe. */
type PeopleSet = {
  /** A query for their `employee_id`, removed people included. */
  readonly people: RawBuilder<unknown>;
  /** Whether the query returns each person once. */
  readonly once?: boolean;
};

/** The set as a condition on `employees e`. */
const isInSet = ({ people }: PeopleSet): RawBuilder<unknown> =>
  sql`exists (select from (${people}) m where m.employee_id = e.id)`;

/** The condition as a lookup for each person: a planner that cannot estimate the set would read all of it first. */
const isInSetByLookup = ({ people }: PeopleSet): RawBuilder<unknown> =>
  sql`(select true from (${people}) m where m.employee_id = e.id limit 1) is not null`;

/** The number of people in the set who are not removed: all minus the removed, so that no other person is read. */
const countSet = async (tx: Tx, set: PeopleSet): Promise<number> => {
  const all = set.once ? set.people : sql`select employee_id from (${set.people}) m group by employee_id`;
  const { rows } = await sql<{ n: number }>`select ((select count(*) from (${all}) a) - (
    select count(*) from employees e where e.deleted_at is not null and ${isInSet(set)}))::int as n`.execute(tx);
  return rows[0]!.n;
};

const riskCondition = (f: EmployeeFilter): RawBuilder<unknown> | null => {
  if (f.riskLevelMin <= RISK_MIN && f.riskLevelMax >= RISK_MAX) return null;
  // Filters by the whole step that a level has reached, like its colour: 6.9 is within 4 to 6, not within 7 to 10.
  return sql`e.risk_step between ${f.riskLevelMin} and ${f.riskLevelMax}`;
};

/** A single role is compared by equality, so that its index also gives the order of the list. */
const roleCondition = (roles: readonly string[]) => {
  if (roles.length === 0) return null;
  return roles.length === 1 ? sql`e.role = ${roles[0]}` : sql`e.role = any(${roles}::text[])`;
};

/** Events of any email are stored in `employees.email_events`; events of chosen simulations are read from their emails. */
const eventsCondition = (f: EmployeeFilter) =>
  f.phishing_events.length === 0 || f.phishing.length > 0 ? null : either(anyEmail(f.phishing_events));
const anyEmail = (events: EmployeeFilter['phishing_events']) => {
  const kept = events.filter((event) => event !== 'unknown');
  return [
    ...(kept.length > 0 ? [sql`e.email_events = any(${numbersWith(kept)}::smallint[])`] : []),
    ...(events.includes('unknown') ? [isInSet(unsent)] : []),
  ];
};
/** People whom an email of a simulation did not reach, or may not have reached. */
const unsent: PeopleSet = {
  people: sql`select r.employee_id from campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing
    where ${eventConditions.unknown}`,
};

/** Both states together select everyone. */
const learningCondition = (f: EmployeeFilter, today: string) =>
  new Set(f.learning).size === 1 ? learningOn(today)[f.learning[0]!] : null;

const positionCondition = (positions: readonly string[]) =>
  positions.length === 0
    ? null
    : sql`lower(e.position) in (select lower(p) from jsonb_array_elements_text(${JSON.stringify(positions)}::jsonb) p)`;

/** The conditions of a filter: on the rows of `employees e`, and on sets of people from other tables. */
type Conditions = { readonly own: readonly RawBuilder<unknown>[]; readonly sets: readonly PeopleSet[] };

/** Ids that are read before the query is built, so that the planner knows their number and needs no join. */
type LookedUp = {
  readonly departments: readonly string[] | null;
  /** Assignments of the chosen courses; null if no course is chosen. */
  readonly assignments: readonly string[] | null;
  readonly today: string;
};

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((one) => one.id);

const lookUp = async (tx: Tx, f: EmployeeFilter, timeZone: string): Promise<LookedUp> => ({
  departments: f.departments.length > 0 ? idsOf(await departmentsWithin(tx, f.departments).execute()) : null,
  assignments:
    f.courses.length > 0
      ? idsOf(await tx.selectFrom('assignments').select('id').where('course_id', 'in', f.courses).execute())
      : null,
  today: dayIn(now(), timeZone),
});

/** All parts of a filter except the search. An empty filter adds no condition. */
const conditionsOf = (f: EmployeeFilter, lookedUp: LookedUp): Conditions => {
  const learners = learnersOf(f, lookedUp);
  const own = [
    riskCondition(f),
    roleCondition(f.role),
    positionCondition(f.position),
    eventsCondition(f),
    learningCondition(f, lookedUp.today),
    courseCondition(f, learners),
    lookedUp.departments && sql`e.department_id = any(${lookedUp.departments}::uuid[])`,
  ];
  const sets = [
    f.tags.length > 0
      ? oneOf(f.tags, sql`select t.employee_id from tag_employees t where t.tag_id = any(${f.tags}::uuid[])`)
      : null,
    emailsOf(f),
    includesWithoutCourse(f) ? null : learners,
  ];
  return { own: own.filter((one) => one !== null), sets: sets.filter((one) => one !== null) };
};

/** People who took part in one of these campaigns and caused one of these events in the same campaign. */
const emailsOf = (f: EmployeeFilter): PeopleSet | null => {
  if (f.phishing.length === 0) return null;
  const events = f.phishing_events.map((event) => eventConditions[event]);
  return oneOf(
    f.phishing,
    sql`select r.employee_id from campaign_recipients r where r.campaign_id = any(${f.phishing}::uuid[])
      ${events.length > 0 ? sql`and ${either(events)}` : sql``}`,
  );
};

/** A person occurs once in a single tag or campaign. */
const oneOf = (ids: readonly string[], people: RawBuilder<unknown>): PeopleSet => ({
  people,
  once: new Set(ids).size === 1,
});

const includesWithoutCourse = (f: EmployeeFilter) => f.courseProgress.includes('WITHOUT_COURSE');

/** Learners of the chosen courses, in one of the chosen states if any; null if no learner has to be read. */
const learnersOf = (f: EmployeeFilter, { assignments }: LookedUp): PeopleSet | null => {
  const states = f.courseProgress.filter((one) => one !== 'WITHOUT_COURSE');
  if (assignments === null || (states.length === 0 && includesWithoutCourse(f))) return null;
  const inState = states.length > 0 ? sql`and ${either(states.map((one) => stateConditions[one]))}` : sql``;
  return {
    people: sql`select l.employee_id from learners l where l.assignment_id = any(${assignments}::uuid[]) ${inState}`,
  };
};

/** States of any course are stored in `employees.course_states`; states of chosen courses are read from their learners. */
const courseCondition = (f: EmployeeFilter, learners: PeopleSet | null) => {
  if (f.courseProgress.length === 0) return null;
  if (learners === null) return inProgress(f.courses.length > 0 ? ['WITHOUT_COURSE'] : f.courseProgress);
  return includesWithoutCourse(f) ? either([inProgress(['WITHOUT_COURSE']), isInSet(learners)]) : null;
};

export type FilterConditions = {
  /** The condition on the people `e` of the organisation who are not removed. */
  readonly where: RawBuilder<unknown>;
  /** The same condition for reading many people in index order; null if `where` is already suitable. */
  readonly whereMany: RawBuilder<unknown> | null;
  /** The people `e` as the `from` part of a query, with `where` included, to count them in one pass. */
  readonly found: RawBuilder<unknown>;
  /** Whether to count first: the filter may find few people, far apart in any index order. */
  readonly countFirst: boolean;
  /** Returns the number of people that the filter finds. */
  readonly count: (tx: Tx) => Promise<number>;
};

/** Turns a filter into conditions on `employees e`, with the information a list needs to choose how it reads. */
export const readFilter = async (tx: Tx, f: EmployeeFilter, timeZone = 'UTC'): Promise<FilterConditions> => {
  const { own, sets } = conditionsOf(f, await lookUp(tx, f, timeZone));
  const search = await findSearch(tx, f.search);
  const others = [sql`e.deleted_at is null`, ...own, ...sets.map(isInSet)];
  const where = sql.join(search ? [...others, search.condition] : others, sql` and `);
  const parts = others.length - 1 + (search ? 1 : 0);
  const rest = sql.join(others, sql` and `);
  // A common word is searched last, in the text of the people whom the other conditions find.
  const found =
    search?.total === null && parts > 1
      ? sql`(select e.id, e.search_text from employees e where ${rest} offset 0) e where ${search.inText}`
      : sql`employees e where ${search ? sql`${rest} and ${search.inText}` : rest}`;
  const count = async (at: Tx) => {
    if (parts > 1) return countFound(at, found);
    if (sets[0]) return countSet(at, sets[0]);
    return search?.total ?? countFound(at, found);
  };
  const lookups = [
    sql`e.deleted_at is null`,
    ...own,
    ...sets.map(isInSetByLookup),
    ...(search ? [search.condition] : []),
  ];
  const whereMany = sets.length > 0 ? sql.join(lookups, sql` and `) : null;
  return { where, whereMany, found, countFirst: parts > 1, count };
};
