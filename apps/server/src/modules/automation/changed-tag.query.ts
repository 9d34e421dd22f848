import { sql, type RawBuilder } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { belongs, type MembershipRules } from '../tags/public.ts';

/** A tag with changes that are not stored yet. */
export type TagChange = {
  readonly tagId: string;
  readonly is_active: boolean;
  readonly rules: MembershipRules;
  /** People about to be added by hand; null if the tag fills itself. */
  readonly people: readonly string[] | null;
  readonly onboarding: boolean;
  /** The tag is switched on or off, which affects every member. */
  readonly switched: boolean;
  /** Actions whose delay exceeds the new life of the tag and is reset, which affects every member as well. */
  readonly resetActions: readonly string[];
};
type Sql = RawBuilder<unknown>;

/** People who would join: current people who are not members. Uses the changed `tags` if the tag fills itself. */
const joining = ({ tagId, people }: TagChange, at: Date): Sql => sql`
  select e.id as employee_id from employees e
  ${people === null ? sql`join tags t on t.id = ${tagId}::uuid and ${belongs(at)}` : sql``}
  where e.deleted_at is null ${people === null ? sql`` : sql`and e.id = any(${people}::uuid[])`}
    and not exists (select from public.tag_employees m where m.tag_id = ${tagId}::uuid and m.employee_id = e.id)`;

/** Whether the change affects existing members, not only people who would join. */
const affectsMembers = (s: TagChange): boolean => s.switched || s.resetActions.length > 0;

/**
 * Common table expressions with the changed tags, actions and members. They shadow the tables of the same names, so that the dry
 * run applies the same rules to them. People who would leave are not members; existing members are read only if the change
 * affects them.
 */
export const changedTables = (s: TagChange, at: Date): Sql => {
  const { life_days, min_risk_level, max_risk_level } = s.rules;
  const elsewhere = sql`m.tag_id <> ${s.tagId}::uuid`;
  const staying = affectsMembers(s)
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
      case when a.id = any(${s.resetActions}::uuid[]) then 0 else a.defer_by end as defer_by from public.tag_actions a),
    joining as materialized (${joining(s, at)}),
    tag_employees as (
      select m.tag_id, m.employee_id, m.joined_at, m.onboarding from public.tag_employees m where ${staying}
      union all select ${s.tagId}::uuid, employee_id, ${iso(at)}::timestamptz, ${s.onboarding} from joining)`;
};

const joins = sql`employee_id in (select employee_id from joining)`;

/** A condition on members `m`: the people whose runs must be forecast. The result of a person depends on no other person. */
export const affectedMembers = (s: TagChange): Sql =>
  affectsMembers(s)
    ? sql`m.employee_id in (select employee_id from tag_employees where tag_id = ${s.tagId}::uuid)`
    : sql`m.${joins}`;

/** The lines that the dry run reports: those that the change causes. */
export const reportedLines = (s: TagChange): Sql =>
  s.switched
    ? sql`true`
    : sql`(${joins} or place in (select place from acts where id = any(${s.resetActions}::uuid[])))`;

/** The number of people about to be added by hand who are not members yet. */
export const countJoining = async (tx: Tx, s: TagChange, at: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${joining(s, at)}) j`.execute(tx);
  return rows[0]!.n;
};
