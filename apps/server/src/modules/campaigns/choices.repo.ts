import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import type { CampaignSettings } from './campaigns.types.ts';

/** A campaign whose people are chosen: it does not need the choice in its settings any more. */
const isChosen = sql`status in ('active', 'completed', 'failed')`;

/** Number of campaigns that have not ended, and names of up to `most` of them, the oldest first. */
export const findUnended = async (tx: Tx, most: number): Promise<{ number: number; names: string[] }> => {
  const { rows } = await sql<{ number: number; names: string[] }>`
    select count(*)::int as number, coalesce((array_agg(name order by created_at, id))[1:${sql.lit(most)}], '{}') as names
    from campaigns where status not in ('completed', 'failed')`.execute(tx);
  return rows[0]!;
};

/** Removes these people from the lists of chosen people of campaigns that have begun. */
export const removeFromChoices = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const people = sql`${ids}::text[]`;
  for (const list of ['{targets,target_users}', '{targets,exclude_users}'])
    await sql`
      update campaigns set settings = jsonb_set(settings, ${list}::text[], (settings #> ${list}::text[]) - ${people})
      where ${isChosen} and settings #> ${list}::text[] ?| ${people}`.execute(tx);
};

/** Clears the lists of chosen people, and the mention of the campaign in those sent to the people it caught. */
export const clearChoices = async (tx: Tx, campaigns: readonly string[]): Promise<void> => {
  const ids = campaigns;
  await sql`
    update campaigns set settings = settings || ${JSON.stringify(nobodyChosen)}::jsonb
    where id = any(${ids}::uuid[]) and ${isChosen} and settings ?| array['targets', 'selection', 'same_people']`.execute(
    tx,
  );
  await sql`
    update campaigns set after_campaign_id = null, settings = settings - 'after' || '{"same_people": null}'
    where ${isChosen} and (after_campaign_id = any(${ids}::uuid[])
      or settings #>> '{same_people,campaign_id}' = any(${ids}::text[]) or settings #>> '{after,campaign_id}' = any(${ids}::text[]))`.execute(
    tx,
  );
};
const nobodyChosen = {
  targets: { target_users: [], target_departments: [], exclude_users: [] },
  selection: null,
  same_people: null,
} satisfies Partial<CampaignSettings>;
