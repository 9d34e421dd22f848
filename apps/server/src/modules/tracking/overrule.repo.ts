import { type NotNull, sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** Locks the recipient's row, unless its result is anonymous, as tracking does, so that no event is counted during the recount. */
export const lockRecipient = (tx: Tx, campaignId: string, id: number) =>
  tx
    .selectFrom('campaign_recipients')
    .select(['id', 'employee_id', 'result'])
    .where('employee_id', 'is not', null)
    .$narrowType<{ employee_id: NotNull }>()
    .where('campaign_id', '=', campaignId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Locks the event before its recipient, in the same order as tracking does when evidence of a person comes. */
export const lockEvent = (tx: Tx, recipientId: number, id: number) =>
  tx
    .selectFrom('tracking_events')
    .select(['id', 'kind', 'human'])
    .where('recipient_id', '=', recipientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const overrule = (tx: Tx, recipientId: number, eventId: number, human: boolean, by: string) =>
  tx
    .updateTable('tracking_events')
    .set({ human, overruled_by: by, overruled_at: now() })
    .where('recipient_id', '=', recipientId)
    .where('id', '=', eventId)
    .execute();

/**
 * Computes a person's result from the events made by people, as tracking does: events later than a week after the end do
 * not count. Returns the new result.
 */
export const recountRecipient = async (tx: Tx, id: number): Promise<number> => {
  const { rows } = await sql<{ result: number }>`
    with seen as (
      select min(at) filter (where counted and kind = 'opened') as opened_at,
        min(at) filter (where counted and kind = 'clicked') as clicked_at,
        min(at) filter (where counted and kind = 'opened_attachment') as attachment_opened_at,
        min(at) filter (where counted and kind = 'entered_data') as entered_at,
        min(at) filter (where human and kind = 'reported') as reported_at,
        coalesce(max(case kind when 'entered_data' then 4 when 'opened_attachment' then 3 when 'clicked' then 2 when 'opened' then 1 else 0 end)
          filter (where counted), 0) as result,
        (array_agg(os order by at, id) filter (where counted and os is not null))[1] as os
      from (select t.*, t.human and t.at <= coalesce(c.completed_at, c.end_at) + interval '7 days' as counted
        from tracking_events t join campaigns c on c.id = t.campaign_id where t.recipient_id = ${id}) t)
    update campaign_recipients r set result = s.result, opened_at = s.opened_at, clicked_at = s.clicked_at,
      attachment_opened_at = s.attachment_opened_at, entered_at = s.entered_at, reported_at = s.reported_at, os = s.os
    from seen s where r.id = ${id} returning r.result`.execute(tx);
  return rows[0]!.result;
};
