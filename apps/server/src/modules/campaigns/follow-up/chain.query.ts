import type { Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { ChainLink } from '@sergak/contract/campaigns/chain.schema.ts';
import { endOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CampaignSettings } from '../campaigns.types.ts';
import { followUpStart } from '../launch/dates.ts';

type Row = Omit<ChainLink, 'id' | 'start_date' | 'end_date'> & {
  id: string;
  start_at: string;
  end_at: string;
  completed_at: string | null;
  settings: Pick<CampaignSettings, 'post_campaign'>;
};

const plannedAfter = (last: Row): ChainLink[] => {
  const post = last.settings.post_campaign;
  if (!post || last.status === 'completed' || last.status === 'failed') return [];
  return [
    {
      id: null,
      name: post.name,
      status: null,
      approval: null,
      paused_at: null,
      failure: null,
      start_date: iso(followUpStart(post, new Date(last.end_at))),
      end_date: null,
      users_count: null,
      emails_count: post.templates.length,
      reach: post.post_campaign_targets,
    },
  ];
};

/** Returns the chain of follow-ups around a campaign, the first campaign first, and a planned follow-up last. */
export const findFollowUpChain = async (tx: Tx, id: string): Promise<ChainLink[]> => {
  const { rows } = await sql<Row & { reach: Reach | null }>`
    with recursive before as (
      select id, after_campaign_id, 0 as depth from campaigns where id = ${id}
      union all
      select c.id, c.after_campaign_id, b.depth + 1 from campaigns c join before b on c.id = b.after_campaign_id),
    chain as (
      (select b.id, 0 as depth from before b order by b.depth desc limit 1)
      union all
      select c.id, h.depth + 1 from campaigns c join chain h on c.after_campaign_id = h.id)
    select c.id, c.name, c.status, c.approval, c.paused_at, c.failure, c.start_at, c.end_at, c.completed_at, c.settings,
      (select count(*)::int from campaign_recipients r where r.campaign_id = c.id) as users_count,
      (select count(*)::int from campaign_emails e where e.campaign_id = c.id) as emails_count,
      c.settings->'after'->>'reach' as reach
    from chain h join campaigns c on c.id = h.id order by h.depth, c.created_at`.execute(tx);
  if (rows.length === 0) throw new AppError('campaign.not_found');
  const links = rows.map(({ settings: _, start_at, end_at, completed_at, ...row }) => ({
    ...row,
    start_date: start_at,
    end_date: endOf({ end_at, completed_at }),
  }));
  return [...links, ...plannedAfter(rows.at(-1)!)];
};
