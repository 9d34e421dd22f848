import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import { WAITING_MAX, type WaitingSource } from '../../platform/waiting.ts';

/** Campaigns that wait for a decision which can still be made. They do not wait for their authors, who may not decide. */
export const waitingApprovals: WaitingSource = {
  kind: 'approval',
  find: async (tx) =>
    tx
      .selectFrom('campaigns as c')
      .innerJoin('campaign_approvals as a', 'a.campaign_id', 'c.id')
      .select([
        'c.id as thing_id',
        'c.name as title',
        'a.recipients as number',
        'a.asked_at as since',
        sql<string[]>`array_remove(array[c.created_by, c.edited_by], null)`.as('barred'),
      ])
      .where('c.status', '=', 'planned')
      .where('c.approval', '=', 'waiting')
      .where('c.end_at', '>', iso(now()))
      .orderBy('a.asked_at')
      .limit(WAITING_MAX)
      .execute(),
};
