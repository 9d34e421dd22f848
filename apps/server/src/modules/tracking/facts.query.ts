import type { Tx } from '../../platform/db.ts';

export const findCampaign = (tx: Tx, id: string) =>
  tx.selectFrom('campaigns').select(['id', 'name', 'is_testing']).where('id', '=', id).executeTakeFirst();
