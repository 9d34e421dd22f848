import type { NotNull } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** Locks the recipient's row, unless its result is anonymous, before its events, like tracking: no event is stored during the recount. */
export const lockRecipient = (tx: Tx, campaignId: string, id: number) =>
  tx
    .selectFrom('campaign_recipients as r')
    .innerJoin('campaigns as c', 'c.id', 'r.campaign_id')
    .select(['r.id', 'r.employee_id', 'r.result'])
    .select(({ fn }) => fn.coalesce('c.completed_at', 'c.end_at').as('ended_at'))
    .where('r.employee_id', 'is not', null)
    .$narrowType<{ employee_id: NotNull }>()
    .where('r.campaign_id', '=', campaignId)
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst();

export const findEvent = (tx: Tx, recipientId: number, id: number) =>
  tx
    .selectFrom('tracking_events')
    .select(['id', 'kind', 'human'])
    .where('recipient_id', '=', recipientId)
    .where('id', '=', id)
    .executeTakeFirst();

export const overrule = (tx: Tx, recipientId: number, eventId: number, human: boolean, by: string) =>
  tx
    .updateTable('tracking_events')
    .set({ human, overruled_by: by, overruled_at: now() })
    .where('recipient_id', '=', recipientId)
    .where('id', '=', eventId)
    .execute();

/** All events of a recipient that count, in their order. */
export const countedEvents = (tx: Tx, recipientId: number) =>
  tx
    .selectFrom('tracking_events')
    .select(['kind', 'at', 'os', 'verdict'])
    .where('recipient_id', '=', recipientId)
    .where('human', '=', true)
    .orderBy('at')
    .orderBy('id')
    .execute();

export const storeReported = (tx: Tx, recipientId: number, reported_at: string | null) =>
  tx.updateTable('campaign_recipients').set({ reported_at }).where('id', '=', recipientId).execute();
