import { sql, type RawBuilder } from 'kysely';
import { iso } from '../../platform/clock.ts';
import { arrayText, type Tx } from '../../platform/db.ts';
import { belongs, type MembershipRules } from '../tags/public.ts';

/** A tag as it is about to become. */
export type Supposed = {
  readonly tagId: string;
  readonly is_active: boolean;
  readonly rules: MembershipRules;
  /** Who is about to be put in by hand; null: the tag fills itself. */
  readonly people: readonly string[] | null;
  readonly onboarding: boolean;
  /** Its switch is turned: that concerns every member. */
  readonly switched: boolean;
  /** Actions whose delay no longer fits into the tag's life: those concern every member as well. */
  readonly resetActions: readonly string[];
};
type Sql = RawBuilder<unknown>;

/** Who would join: living people, members left out. Needs `tags` as supposed where the tag fills itself. */
const joining = ({ tagId, people }: Supposed, at: Date): Sql => sql`
  select e.id as employee_id from employees e
  ${people === null ? sql`join tags t on t.id = ${tagId}::uuid and ${belongs(at)}` : sql``}
  where e.deleted_at is null ${people === null ? sql`` : sql`and e.id = any(${arrayText(people)}::uuid[])`}
    and not exists (select from public.tag_employees m where m.tag_id = ${tagId}::uuid and m.employee_id = e.id)`;

/** Whether the change concerns who is there already, not those alone who would join. */
const concernsMembers = (s: Supposed): boolean => s.switched || s.resetActions.length > 0;

/**
 * Tags, their actions and their members as they would be, under the names of the tables: the dry run reads them in the
 * place of what is stored, by the same rules. Whoever would leave is no member any more; who stays is read where the change
 * concerns them.
 */
export const supposedTables = (s: Supposed, at: Date): Sql => {
  const { life_days, min_risk_level, max_risk_level } = s.rules;
  const elsewhere = sql`m.tag_id <> ${s.tagId}::uuid`;
  const staying = concernsMembers(s)
    ? s.people === null
      ? sql`${elsewhere} or exists (select from employees e join tags t on t.id = m.tag_id
          where e.id = m.employee_id and ${belongs(at)})`
      : sql`true`
    : elsewhere;
  return sql`
    tags as (select t.id, t.type, o.life_days, o.min_risk_level, o.max_risk_level, o.is_active from public.tags t
      cross join lateral (
        select t.life_days, t.min_risk_level, t.max_risk_level, t.is_active where t.id <> ${s.tagId}::uuid
        union all select ${life_days}, ${min_risk_level}, ${max_risk_level}, ${s.is_active} where t.id = ${s.tagId}::uuid) o),
    tag_actions as (select a.id, a.tag_id, a.type, a.created_at, a.since, a.registration_link_hour,
      case when a.id = any(${arrayText(s.resetActions)}::uuid[]) then 0 else a.defer_by end as defer_by from public.tag_actions a),
    joining as materialized (${joining(s, at)}),
    tag_employees as (
      select m.tag_id, m.employee_id, m.joined_at, m.onboarding from public.tag_employees m where ${staying}
      union all select ${s.tagId}::uuid, employee_id, ${iso(at)}::timestamptz, ${s.onboarding} from joining)`;
};

const joins = sql`employee_id in (select employee_id from joining)`;

/** Whose days to come have to be worked out, as a condition on members `m`: a person's outcome depends on nobody else's. */
export const judgedOf = (s: Supposed): Sql =>
  concernsMembers(s)
    ? sql`m.employee_id in (select employee_id from tag_employees where tag_id = ${s.tagId}::uuid)`
    : sql`m.${joins}`;

/** Of which lines the dry run tells: those that come of the change. */
export const toldOf = (s: Supposed): Sql =>
  s.switched
    ? sql`true`
    : sql`(${joins} or place in (select place from acts where id = any(${arrayText(s.resetActions)}::uuid[])))`;

/** How many of these people, who are about to be put into a tag by hand, are not in it. */
export const countJoining = async (tx: Tx, s: Supposed, at: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${joining(s, at)}) j`.execute(tx);
  return rows[0]!.n;
};
