import type { ReportScheduleInput } from '@sergak/contract/report-schedules/report-schedules.schema.ts';
import { DELIVERY_DAYS, type ScheduledKind } from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export type Schedule = Omit<ReportScheduleInput, 'addresses'> & {
  readonly saved_by: string;
  readonly settled_until: string;
  readonly version: number;
};
const columns = [
  'frequency',
  'weekday',
  'month_day',
  'hour',
  'kinds',
  'language',
  'to_tag',
  'attach',
  'saved_by',
  'settled_until',
  'version',
] as const;

export const findSchedule = async (tx: Tx): Promise<Schedule | undefined> =>
  (await tx.selectFrom('report_schedules').select(columns).executeTakeFirst()) as Schedule | undefined;

/** Locks the schedule, so that its deliveries are ordered one after the other. */
export const lockSchedule = async (tx: Tx): Promise<Schedule | undefined> =>
  (await tx.selectFrom('report_schedules').select(columns).forUpdate().executeTakeFirst()) as Schedule | undefined;

export const putSchedule = (tx: Tx, row: Omit<Schedule, 'settled_until'> & { settled_until: Date | string }) => {
  const stored = { ...row, kinds: [...row.kinds], updated_at: now() };
  return tx
    .insertInto('report_schedules')
    .values(stored)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(stored))
    .execute();
};

export const settle = (tx: Tx, until: Date) =>
  tx.updateTable('report_schedules').set({ settled_until: until }).execute();

/** An address of an employee is stored as the employee. */
export type ReportRecipient =
  | { readonly employee_id: string; readonly email: null }
  | { readonly employee_id: null; readonly email: string };

export const replaceRecipients = async (tx: Tx, recipients: readonly ReportRecipient[]): Promise<void> => {
  await tx.deleteFrom('report_recipients').execute();
  if (recipients.length > 0)
    await tx
      .insertInto('report_recipients')
      .values([...recipients])
      .execute();
};

/** A report of a delivery: ordered, later with its outcome. */
export type OrderedReport = {
  readonly kind: ScheduledKind;
  readonly report_id: string | null;
  readonly status?: 'complete' | 'error';
  readonly error?: string | null;
};
export type ScheduledDelivery = {
  readonly id: string;
  readonly due_at: string;
  readonly created_at: string;
  readonly ordered_by: string | null;
  readonly reports: readonly OrderedReport[];
  readonly state: 'preparing' | 'sent' | 'failed';
};

/** Adds a delivery. Returns null if its period has had a delivery. */
export const insertDelivery = async (
  tx: Tx,
  delivery: { period: string; due_at: Date; ordered_by: string | null },
): Promise<string | null> => {
  const row = await tx
    .insertInto('report_deliveries')
    .values({ ...delivery, created_at: now() })
    .onConflict((conflict) => conflict.constraint('report_deliveries_period_taken').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

export const setReports = (tx: Tx, id: string, reports: readonly OrderedReport[]) =>
  tx
    .updateTable('report_deliveries')
    .set({ reports: JSON.stringify(reports) })
    .where('id', '=', id)
    .execute();

/** Ends a delivery with the outcome of its reports. */
export const endDelivery = (
  tx: Tx,
  id: string,
  end: { state: 'sent' | 'failed'; reason: string | null; reports?: readonly OrderedReport[] },
) =>
  tx
    .updateTable('report_deliveries')
    .set({ state: end.state, reason: end.reason, ...(end.reports && { reports: JSON.stringify(end.reports) }) })
    .where('id', '=', id)
    .execute();

/** Locks a delivery whose emails are not queued yet. */
export const lockDelivery = async (tx: Tx, id: string): Promise<ScheduledDelivery | undefined> =>
  (await tx
    .selectFrom('report_deliveries')
    .select(['id', 'due_at', 'created_at', 'ordered_by', 'reports', 'state'])
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .forUpdate()
    .executeTakeFirst()) as ScheduledDelivery | undefined;

export type SkipReason = 'left' | 'foreign_domain' | 'no_permission' | 'no_account';
export type DeliveryRecipient = ReportRecipient & {
  readonly outbox_id: string | null;
  readonly skipped: SkipReason | null;
  readonly attached: boolean;
};
export const insertDeliveryRecipients = async (
  tx: Tx,
  deliveryId: string,
  recipients: readonly DeliveryRecipient[],
): Promise<void> => {
  if (recipients.length === 0) return;
  await tx
    .insertInto('report_delivery_recipients')
    .values(recipients.map((one) => ({ ...one, delivery_id: deliveryId })))
    .execute();
};

/** Deletes old deliveries. Crosses tenants: one sweep for all organisations. */
export const deleteOldDeliveries = (tx: SystemTx) =>
  sql`delete from report_deliveries where created_at < ${iso(after(now(), -DELIVERY_DAYS * DAY))}::timestamptz`.execute(
    tx,
  );

/** Takes people whose data is erased off the list of recipients, and off the lists of earlier deliveries. */
export const forgetRecipients = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from report_recipients where employee_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from report_delivery_recipients where employee_id = any(${ids}::uuid[])`.execute(tx);
};
