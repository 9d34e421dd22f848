import type { EmployeeFilter, EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import { RISK_MAX, RISK_MIN } from '@sergak/contract/employees/employees.rules.ts';
import { numbersWith } from '@sergak/contract/employees/email-events.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { dayIn, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { inProgress, learningOn, stateConditions } from './course-states.query.ts';
import { departmentsWithin } from './directory.query.ts';
import { eventConditions } from './email-events.query.ts';
import { countFound, findSearch } from './search.query.ts';

const list = (values: readonly (string | number)[]) => `{${values.join(',')}}`;

const either = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** People of whom something is written elsewhere. */
type Membership = {
  /** Selects their `employee_id`, removed people among them. */
  readonly among: RawBuilder<unknown>;
  /** Whether each is selected once. */
  readonly once?: boolean;
};

/** As a condition on `employees e`. */
const isAmong = ({ among }: Membership): RawBuilder<unknown> =>
  sql`exists (select from (${among}) m where m.employee_id = e.id)`;

/** The same, looked up person by person: the planner, which does not know how many there are, would read all of them first. */
const isSeen = ({ among }: Membership): RawBuilder<unknown> =>
  sql`(select true from (${among}) m where m.employee_id = e.id limit 1) is not null`;

/** How many living people that means: all who are written down less the removed, so that nobody else need be read. */
const countAmong = async (tx: Tx, those: Membership): Promise<number> => {
  const all = those.once ? those.among : sql`select employee_id from (${those.among}) m group by employee_id`;
  const { rows } = await sql<{ n: number }>`select ((select count(*) from (${all}) a) - (
    select count(*) from employees e where e.deleted_at is not null and ${isAmong(those)}))::int as n`.execute(tx);
  return rows[0]!.n;
};

const riskCondition = (f: EmployeeFilter): RawBuilder<unknown> | null => {
  if (f.riskLevelMin <= RISK_MIN && f.riskLevelMax >= RISK_MAX) return null;
  // By the whole step that a level has reached, as its colour goes: 6.9 is of 4 to 6 and not yet of 7 to 10.
  return sql`e.risk_step between ${f.riskLevelMin} and ${f.riskLevelMax}`;
};

/** One role by equality: then its index gives the order of the list as well. */
const roleCondition = (roles: readonly string[]) => {
  if (roles.length === 0) return null;
  return roles.length === 1 ? sql`e.role = ${roles[0]}` : sql`e.role = any(${list(roles)}::text[])`;
};

/** What became of anybody's emails is kept beside the risk level; of one simulation the emails themselves tell. */
const eventsCondition = (f: EmployeeFilter) =>
  f.phishing_events.length === 0 || f.phishing.length > 0 ? null : either(anyEmail(f.phishing_events));
const anyEmail = (events: EmployeeFilter['phishing_events']) => {
  const kept = events.filter((event) => event !== 'unknown');
  return [
    ...(kept.length > 0 ? [sql`e.email_events = any(${list(numbersWith(kept))}::smallint[])`] : []),
    ...(events.includes('unknown') ? [isAmong(unsent)] : []),
  ];
};
/** Whoever an email of a simulation did not reach, or is not known to have reached. */
const unsent: Membership = {
  among: sql`select r.employee_id from campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing
    where ${eventConditions.unknown}`,
};

/** Both together mean everybody. */
const learningCondition = (f: EmployeeFilter, today: string) =>
  new Set(f.learning).size === 1 ? learningOn(today)[f.learning[0]!] : null;

const positionCondition = (positions: readonly string[]) =>
  positions.length === 0
    ? null
    : sql`lower(e.position) in (select lower(p) from jsonb_array_elements_text(${JSON.stringify(positions)}::jsonb) p)`;

/** What a filter asks for: of the rows of `employees e` themselves, and of what is written of people elsewhere. */
type Asked = { readonly own: readonly RawBuilder<unknown>[]; readonly memberships: readonly Membership[] };

/** What is looked up before a filter is asked: as ids, so that the planner knows how many they are and need not join. */
type Known = {
  readonly departments: readonly string[] | null;
  /** Assignments of the courses that are named; null where none is. */
  readonly taught: readonly string[] | null;
  readonly today: string;
};

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((one) => one.id);

const lookUp = async (tx: Tx, f: EmployeeFilter, timeZone: string): Promise<Known> => ({
  departments: f.departments.length > 0 ? idsOf(await departmentsWithin(tx, f.departments).execute()) : null,
  taught:
    f.courses.length > 0
      ? idsOf(await tx.selectFrom('assignments').select('id').where('course_id', 'in', f.courses).execute())
      : null,
  today: dayIn(now(), timeZone),
});

/** Each part of a filter but the search; an empty filter asks for nothing. */
const askedBy = (f: EmployeeFilter, known: Known): Asked => {
  const learners = learnersOf(f, known);
  const own = [
    riskCondition(f),
    roleCondition(f.role),
    positionCondition(f.position),
    eventsCondition(f),
    learningCondition(f, known.today),
    courseCondition(f, learners),
    known.departments && sql`e.department_id = any(${list(known.departments)}::uuid[])`,
  ];
  const memberships = [
    f.tags.length > 0
      ? oneOf(f.tags, sql`select t.employee_id from tag_employees t where t.tag_id = any(${list(f.tags)}::uuid[])`)
      : null,
    emailsOf(f),
    meansWithout(f) ? null : learners,
  ];
  return { own: own.filter((one) => one !== null), memberships: memberships.filter((one) => one !== null) };
};

/** Whoever was in one of these campaigns and did one of these things in that same campaign. */
const emailsOf = (f: EmployeeFilter): Membership | null => {
  if (f.phishing.length === 0) return null;
  const events = f.phishing_events.map((event) => eventConditions[event]);
  return oneOf(
    f.phishing,
    sql`select r.employee_id from campaign_recipients r where r.campaign_id = any(${list(f.phishing)}::uuid[])
      ${events.length > 0 ? sql`and ${either(events)}` : sql``}`,
  );
};

/** Nobody stands twice in one tag or one campaign. */
const oneOf = (ids: readonly string[], among: RawBuilder<unknown>): Membership => ({
  among,
  once: new Set(ids).size === 1,
});

const meansWithout = (f: EmployeeFilter) => f.courseProgress.includes('WITHOUT_COURSE');

/** Whoever has one of the named courses, in one of the states where some are named; null where no learners need be asked. */
const learnersOf = (f: EmployeeFilter, { taught }: Known): Membership | null => {
  const states = f.courseProgress.filter((one) => one !== 'WITHOUT_COURSE');
  if (taught === null || (states.length === 0 && meansWithout(f))) return null;
  const inState = states.length > 0 ? sql`and ${either(states.map((one) => stateConditions[one]))}` : sql``;
  return {
    among: sql`select l.employee_id from learners l where l.assignment_id = any(${list(taught)}::uuid[]) ${inState}`,
  };
};

/** How anybody's courses stand is kept beside the risk level; of named courses the learners themselves tell. */
const courseCondition = (f: EmployeeFilter, learners: Membership | null) => {
  if (f.courseProgress.length === 0) return null;
  if (learners === null) return inProgress(f.courses.length > 0 ? ['WITHOUT_COURSE'] : f.courseProgress);
  return meansWithout(f) ? either([inProgress(['WITHOUT_COURSE']), isAmong(learners)]) : null;
};

export type FilterConditions = {
  /** Over the living people of the organisation `e`. */
  readonly where: RawBuilder<unknown>;
  /** The same, for reading in the order of an index where many are known to be found; null where `where` does that itself. */
  readonly whereMany: RawBuilder<unknown> | null;
  /** The people `e` it finds as what a query reads from, `where` included, to count them by one walk. */
  readonly found: RawBuilder<unknown>;
  /** Whether to count first: few people may be found, whom no order of an index meets soon. */
  readonly countFirst: boolean;
  /** How many people it finds. */
  readonly count: (tx: Tx) => Promise<number>;
};

/** A filter as conditions on `employees e`, with what a list needs to choose its way of reading. */
export const readFilter = async (tx: Tx, f: EmployeeFilter, timeZone = 'UTC'): Promise<FilterConditions> => {
  const { own, memberships } = askedBy(f, await lookUp(tx, f, timeZone));
  const search = await findSearch(tx, f.search);
  const others = [sql`e.deleted_at is null`, ...own, ...memberships.map(isAmong)];
  const where = sql.join(search ? [...others, search.condition] : others, sql` and `);
  const parts = others.length - 1 + (search ? 1 : 0);
  const rest = sql.join(others, sql` and `);
  // A common word is looked for last, in the text of those whom the rest has left.
  const found =
    search?.total === null && parts > 1
      ? sql`(select e.id, e.search_text from employees e where ${rest} offset 0) e where ${search.inText}`
      : sql`employees e where ${search ? sql`${rest} and ${search.inText}` : rest}`;
  const count = async (at: Tx) => {
    if (parts > 1) return countFound(at, found);
    if (memberships[0]) return countAmong(at, memberships[0]);
    return search?.total ?? countFound(at, found);
  };
  const seen = [sql`e.deleted_at is null`, ...own, ...memberships.map(isSeen), ...(search ? [search.condition] : [])];
  const whereMany = memberships.length > 0 ? sql.join(seen, sql` and `) : null;
  return { where, whereMany, found, countFirst: parts > 1, count };
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
