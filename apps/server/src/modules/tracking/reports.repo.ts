import { type NotNull, sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type ReportedEmail = { readonly recipient_id: number; readonly at: Date };
export type StoredReport = {
  readonly recipient_id: number;
  readonly employee_id: string;
  readonly is_testing: boolean;
};

/**
 * Stores the first report of each of these recipients as an event and returns the recipients that had none. The result stays
 * as it is. Recipients are locked in the order of their ids, as in `lockTargets`.
 */
export const storeReports = async (tx: Tx, reports: readonly ReportedEmail[]): Promise<StoredReport[]> => {
  if (reports.length === 0) return [];
  const list = reports.map(({ recipient_id, at }) => ({ recipient_id, at: iso(at) }));
  const { rows } = await sql<StoredReport>`
    with given as (
      select recipient_id, min(at) as at from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as g(recipient_id bigint, at timestamptz) group by 1),
    locked as materialized (
      select r.id from campaign_recipients r where r.id in (select recipient_id from given) and r.reported_at is null
        and r.employee_id is not null
      order by r.id for update),
    marked as (
      update campaign_recipients r set reported_at = greatest(g.at, r.sent_at)
      from locked l join given g on g.recipient_id = l.id where r.id = l.id
      returning r.id, r.campaign_id, r.employee_id, r.reported_at),
    added as (
      insert into tracking_events (campaign_id, recipient_id, kind, at, human)
      select campaign_id, id, 'reported', reported_at, true from marked)
    select m.id as recipient_id, m.employee_id, c.is_testing from marked m join campaigns c on c.id = m.campaign_id`.execute(
    tx,
  );
  return rows;
};

/** Takes the reports of a recipient back: the events stay, overruled, and are no longer counted. */
export const takeReportsBack = async (tx: Tx, recipientId: number, by: string): Promise<void> => {
  await tx
    .updateTable('tracking_events')
    .set({ human: false, overruled_by: by, overruled_at: now() })
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', 'reported')
    .where('human', '=', true)
    .execute();
  await tx.updateTable('campaign_recipients').set({ reported_at: null }).where('id', '=', recipientId).execute();
};

/** Counts the reports of a recipient that were taken back again. Returns false if there are none. */
export const restoreReports = async (tx: Tx, recipientId: number, by: string): Promise<boolean> => {
  const restored = await tx
    .updateTable('tracking_events')
    .set({ human: true, overruled_by: by, overruled_at: now() })
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', 'reported')
    .where('human', '=', false)
    .returning('at')
    .execute();
  const first = restored.map(({ at }) => at).sort()[0];
  if (first === undefined) return false;
  await tx.updateTable('campaign_recipients').set({ reported_at: first }).where('id', '=', recipientId).execute();
  return true;
};

/** Locks the recipient's row, unless its result is anonymous. An email that was never sent cannot be reported. */
export const lockReported = (tx: Tx, campaignId: string, id: number) =>
  tx
    .selectFrom('campaign_recipients')
    .select(['id', 'employee_id', 'state', 'result', 'reported_at'])
    .where('employee_id', 'is not', null)
    .$narrowType<{ employee_id: NotNull }>()
    .where('campaign_id', '=', campaignId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
