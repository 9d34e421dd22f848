import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** The rules of a tag that fills itself. */
export type MembershipRules = Pick<Tag, 'life_days' | 'min_risk_level' | 'max_risk_level'>;

/**
 * Whether `employees e` belongs at `at` to `tags t`, which fills itself: newcomers within the life of the tag, people not
 * registered yet, or a risk group by the whole step of the level, except in an anonymous organisation. All other code uses this condition.
 */
export const belongs = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  (t.type = 'newbie' and e.created_at > ${iso(at)}::timestamptz - make_interval(days => t.life_days))
  or (t.type = 'not_registered' and not e.is_registered)
  or (t.type = 'risk_group' and e.risk_step between t.min_risk_level and t.max_risk_level
    and not exists (select from retention_settings s where s.organization_id = e.organization_id and s.anonymous)))`;

export type MembersAfter = { members: number; joining: number; leaving: number };

/** Members of a tag that fills itself under these rules at `at`, and the numbers of people joining and leaving. */
export const membersAfter = async (
  tx: Tx,
  o: { id: string; type: string; rules: MembershipRules; at: Date },
): Promise<MembersAfter> => {
  const { life_days, min_risk_level, max_risk_level } = o.rules;
  const { rows } = await sql<MembersAfter>`
    with t as (select ${o.type}::text as type, ${life_days}::int as life_days, ${min_risk_level}::int as min_risk_level,
      ${max_risk_level}::int as max_risk_level)
    select count(m.employee_id)::int as members,
      (count(*) filter (where ${belongs(o.at)} and m.employee_id is null))::int as joining,
      (count(m.employee_id) filter (where ${belongs(o.at)} is not true))::int as leaving
    from t cross join employees e left join tag_employees m on m.tag_id = ${o.id} and m.employee_id = e.id
    where e.deleted_at is null`.execute(tx);
  return rows[0]!;
};

/** The rules of a tag with some of them replaced. */
export const rulesWith = (tag: MembershipRules, given: Partial<MembershipRules>): MembershipRules => ({
  life_days: given.life_days ?? tag.life_days,
  min_risk_level: given.min_risk_level ?? tag.min_risk_level,
  max_risk_level: given.max_risk_level ?? tag.max_risk_level,
});
