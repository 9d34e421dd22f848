import { NEWCOMER_PARTS, monthBit } from '@sergak/contract/statistics/insights.rules.ts';
import type { PeopleBehind, PersonBehind } from '@sergak/contract/statistics/insights.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { caughtAfter } from './course-effects.query.ts';
import { isNewcomer, keyCaught, recentCaught } from './insights.query.ts';
import { countTallied, dayKey, type TallyKind } from './people-tallies.query.ts';
import { periodOf, type StatisticsOrganization } from './period.query.ts';

/** Present people `e` of the organisation, without machine accounts. */
const present = sql`e.deleted_at is null and e.role <> 'pdf_service'`;

/** `tallied`: the tallies that count the same people, where there are any; the condition is on their key `t.key`. */
type Condition = {
  readonly where: RawBuilder<unknown>;
  readonly tallied?: { readonly kind: TallyKind; readonly where: RawBuilder<unknown> };
};
type Rule = (
  tx: Tx,
  organization: StatisticsOrganization,
  input: PeopleBehind,
) => Condition | Promise<Condition | null>;

const step =
  (kind: Extract<TallyKind, `last_${string}`>): Rule =>
  (_tx, organization, { days_period }) => {
    const { from } = periodOf(organization, days_period);
    return {
      where: sql`${sql.ref(`e.${kind}_on`)} >= ${from}::date`,
      tallied: { kind, where: sql`t.key >= ${dayKey(from)}` },
    };
  };
const always =
  (where: RawBuilder<unknown>, kind: TallyKind, tallied: RawBuilder<unknown>): Rule =>
  () => ({ where, tallied: { kind, where: tallied } });

/** At most so many people are searched before they are sorted. */
const FEW = 2_000;

/** Whether person `e` is in this department or one of its descendants. */
const within = (departmentId: string) => sql`e.department_id in (
  with recursive below as (
    select ${departmentId}::uuid as id
    union all select d.id from departments d join below b on d.parent_id = b.id)
  select id from below)`;

const afterCourse: Rule = async (tx, _organization, { course_id }) => {
  const course = await tx.selectFrom('courses').select('id').where('id', '=', course_id!).executeTakeFirst();
  return course ? { where: caughtAfter(course_id!) } : null;
};

/** The condition of a number for a person `e`; null if the course does not exist. */
const rules: Record<PeopleBehind['of'], Rule> = {
  everyone: always(sql`true`, 'figures', sql`true`),
  sent: step('last_sent'),
  opened: step('last_opened'),
  clicked: step('last_clicked'),
  opened_attachment: step('last_opened_attachment'),
  entered_data: step('last_entered_data'),
  reported: step('last_reported'),
  low: always(sql`e.risk_step < 4`, 'step', sql`t.key between 0 and 3`),
  middle: always(sql`e.risk_step between 4 and 6`, 'step', sql`t.key between 4 and 6`),
  high: always(sql`e.risk_step > 6`, 'step', sql`t.key > 6`),
  missing: always(sql`e.risk_level is null`, 'step', sql`t.key < 0`),
  repeat: (_tx, _organization, { last, times, at_least }) => {
    const compared = (caught: RawBuilder<unknown>) => sql`${caught} ${at_least ? sql`>=` : sql`=`} ${times}`;
    return {
      where: compared(recentCaught(last)),
      tallied: { kind: 'recent', where: compared(keyCaught(last)) },
    };
  },
  department_month: (_tx, _organization, { month }) => ({
    where: sql`e.caught_months & ${monthBit(month!)}::int <> 0`,
  }),
  newcomers: (_tx, organization, { part }) => ({
    where: sql`${isNewcomer(organization)} and e.first_emails & ${1 << (NEWCOMER_PARTS + part)} <> 0`,
  }),
  course_caught: afterCourse,
};

/** The condition of a number; names the error if its course or department does not exist. */
export const numberCondition = async (
  tx: Tx,
  organization: StatisticsOrganization,
  input: PeopleBehind,
): Promise<Condition | 'course.not_found' | 'department.not_found'> => {
  const found = await rules[input.of](tx, organization, input);
  if (!found) return 'course.not_found';
  if (input.department_id === undefined) return found;
  const department = await tx
    .selectFrom('departments')
    .select('id')
    .where('id', '=', input.department_id)
    .executeTakeFirst();
  return department ? { where: sql`${found.where} and ${within(input.department_id)}` } : 'department.not_found';
};

export const selectPeopleBehind = async (
  tx: Tx,
  condition: Condition,
  input: PeopleBehind & { limit: number; offset: number },
): Promise<{ data: PersonBehind[]; total_count: number }> => {
  const total_count = await countPeople(tx, condition);
  if (total_count === 0) return { data: [], total_count };
  const repeat = input.of === 'repeat';
  const where = sql`${present} and ${condition.where}`;
  // Few people are searched first and sorted then: in the order of the list they would be found after almost everyone else.
  const found = total_count <= FEW ? sql`e.id = any(${await idsOf(tx, where)}::uuid[])` : where;
  const { rows: data } = await sql<PersonBehind>`
    select e.id, e.full_name, e.email, d.title as department, e.risk_level, e.learning_progress as progress,
      ${repeat ? recentCaught(input.last) : sql`null::int`} as caught,
      ${repeat ? sql`least(e.recent_emails, ${input.last}::int)` : sql`null::int`} as emails
    from (
      select e.* from employees e where ${found} order by e.risk_level desc nulls last, e.full_name collate "ru-RU-x-icu", e.id
      limit ${input.limit} offset ${input.offset}) e join departments d on d.id = e.department_id
    order by e.risk_level desc nulls last, e.full_name collate "ru-RU-x-icu", e.id`.execute(tx);
  return { data, total_count };
};

const idsOf = async (tx: Tx, where: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ id: string }>`select e.id from employees e where ${where}`.execute(tx)).rows.map((row) => row.id);

const countPeople = async (tx: Tx, { where, tallied }: Condition): Promise<number> => {
  if (tallied) return countTallied(tx, tallied.kind, tallied.where);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from employees e where ${present} and ${where}`.execute(tx);
  return rows[0]!.n;
};

/** The ids of these people in the order of the list, at most `most`, and their complete number. */
export const selectPeopleIds = async (tx: Tx, condition: Condition, most: number) => {
  const { rows } = await sql<{ id: string }>`
    select e.id from employees e where ${present} and ${condition.where}
    order by e.risk_level desc nulls last, e.full_name collate "ru-RU-x-icu", e.id limit ${most}`.execute(tx);
  return {
    data: rows.map((row) => row.id),
    total_count: rows.length < most ? rows.length : await countPeople(tx, condition),
  };
};
