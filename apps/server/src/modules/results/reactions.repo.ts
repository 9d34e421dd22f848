import { resultOf, type Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type ReactionKind = 'course' | 'invitation' | 'message';
export type ReactingCampaign = {
  id: string;
  name: string;
  is_testing: boolean;
  course_id: string | null;
  settings: unknown;
  title: string;
  language: 'ru' | 'en' | 'uz';
  time_zone: string;
  brand_color: string;
};

export const findReactingCampaign = async (tx: Tx, id: string): Promise<ReactingCampaign | undefined> => {
  const { rows } = await sql<ReactingCampaign>`
    select c.id, c.name, c.is_testing, c.course_id, c.settings, o.title, o.language, o.time_zone, o.brand_color
    from campaigns c join organizations o on o.id = c.organization_id where c.id = ${id}`.execute(tx);
  return rows[0];
};

/**
 * Claims up to `limit` people at or past a mark for one reaction and returns them. The row that marks the reaction as done
 * is written in the same transaction as the reaction, so each reaction happens once, even if jobs run in parallel.
 */
export const claimReaction = async (
  tx: Tx,
  campaignId: string,
  kind: ReactionKind,
  mark: Reach,
  onlyUnregistered: boolean,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    insert into campaign_reactions (campaign_id, employee_id, kind, made_at)
    select r.campaign_id, r.employee_id, ${kind}, ${now()} from campaign_recipients r
    join employees e on e.organization_id = r.organization_id and e.id = r.employee_id and e.deleted_at is null
    where r.campaign_id = ${campaignId} and r.result >= ${resultOf[mark]} and (r.result > 0 or r.state = 'sent')
      and (not ${onlyUnregistered}::boolean or not e.is_registered)
      and not exists (select 1 from campaign_reactions d
        where d.campaign_id = r.campaign_id and d.employee_id = r.employee_id and d.kind = ${kind})
    order by r.id limit ${limit}
    on conflict do nothing returning employee_id`.execute(tx);
  return rows.map((row) => row.employee_id);
};

export type ReactionReader = { id: string; email: string; language: 'ru' | 'en' | 'uz' };
export const findReactionReaders = async (
  tx: Tx,
  ids: readonly string[],
  fallback: string,
): Promise<ReactionReader[]> => {
  const rows = await tx
    .selectFrom('employees')
    .select(['id', 'email', 'language'])
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    language: (row.language ?? fallback) as ReactionReader['language'],
  }));
};

/** Forgets what these emails caused, because their persons are separated from them. */
export const forgetReactions = (tx: Tx, recipients: readonly number[]) =>
  sql`
    delete from campaign_reactions x using campaign_recipients r
    where r.id = any(${recipients}::bigint[]) and x.campaign_id = r.campaign_id and x.employee_id = r.employee_id`.execute(
    tx,
  );
