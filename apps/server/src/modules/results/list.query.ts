import { campaignStatuses, type CampaignStatus } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { CampaignRow } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { Sorting } from '@sergak/contract/paging.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { campaignSorts } from '@sergak/contract/results/results.endpoints.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { inSearchText } from '../../platform/search.query.ts';
import { describe, head, rows } from './pages.query.ts';

type ListFilter = {
  search: string;
  statuses: readonly CampaignStatus[];
  oses: readonly string[];
  by_tag: boolean;
  limit: number;
  offset: number;
} & Partial<Sorting<(typeof campaignSorts)[number]>>;

const orders = {
  name: sql`c.name collate "ru-RU-x-icu"`,
  status: sql`array_position(${sql.lit(`{${campaignStatuses.join(',')}}`)}::text[], c.status)`,
  start_date: sql`c.start_at`,
  users_count: sql`(select count(*) from campaign_recipients r where r.campaign_id = c.id)`,
};

const filtered = (tx: Tx, filter: ListFilter) => {
  let query = tx.selectFrom('campaigns as c').where('c.is_autophish', '=', filter.by_tag);
  if (filter.statuses.length > 0) query = query.where('c.status', 'in', [...filter.statuses]);
  query = query.where(inSearchText(sql`c.search_text`, filter.search));
  if (filter.oses.length > 0)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('campaign_recipients as r')
          .select('r.id')
          .whereRef('r.campaign_id', '=', 'c.id')
          .where('r.os', 'in', [...filter.oses]),
      ),
    );
  return query;
};

/** Returns one page of campaigns with their funnels, the latest first by default. */
export const listCampaigns = async (
  tx: Tx,
  filter: ListFilter,
  reader: Language,
): Promise<{ data: CampaignRow[]; total_count: number }> => {
  const found = await filtered(tx, filter)
    .select(head)
    .orderBy(orders[filter.sort_by ?? 'start_date'], filter.sort_order ?? 'desc')
    .orderBy('c.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { count } = await filtered(tx, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { data: await describe(tx, found, reader), total_count: count };
};

/** Returns the campaign that started last, without tests and campaigns made by tags. */
export const findLastCampaign = async (tx: Tx, reader: Language): Promise<CampaignRow | null> => {
  const row = await rows(tx)
    .where('c.is_testing', '=', false)
    .where('c.is_autophish', '=', false)
    .where('c.status', 'in', ['active', 'completed'])
    .orderBy('c.start_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (await describe(tx, [row], reader))[0]! : null;
};

/** Returns the number of campaigns in each status. */
export const countStatuses = async (tx: Tx, byTag: boolean) => {
  const found = await tx
    .selectFrom('campaigns')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where('is_autophish', '=', byTag)
    .groupBy('status')
    .execute();
  return campaignStatuses.map((status) => ({ status, count: found.find((row) => row.status === status)?.count ?? 0 }));
};
