import { scheduledDays } from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import { after, dayIn, now, SECOND } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';
import { orderReport } from '../reports/public.ts';
import type { ScheduleOrganization } from './report-schedules.query.ts';
import { setReports, type OrderedReport, type Schedule } from './report-schedules.repo.ts';

/** Most reports are complete after this time; for the others the job looks again and again. */
const FIRST_LOOK = 5 * SECOND;
export const SECOND_LOOK = 10 * SECOND;

/** Queues the job that sends a delivery if its reports have ended by then. */
export const lookLater = (tx: Tx, id: string, delay: number): Promise<void> =>
  enqueue(tx, 'report-schedules.send', { delivery_id: id }, after(now(), delay));

type Order = {
  /** Id of the delivery. */
  readonly id: string;
  readonly due_at: Date;
  readonly schedule: Schedule;
  readonly organization: ScheduleOrganization;
  readonly person: { readonly id: string; readonly name: string };
};

/** Orders the reports of a delivery, in the transaction that adds the delivery: a killed process leaves both or neither. */
export const orderReports = async (
  on: { readonly tx: Tx; readonly platform: Platform },
  { id, due_at, schedule, organization, person }: Order,
): Promise<void> => {
  const reports: OrderedReport[] = [];
  const day = dayIn(due_at, organization.time_zone);
  for (const kind of schedule.kinds) {
    const report = await orderReport(on, {
      kind,
      format: 'pdf',
      subject: organization.id,
      language: schedule.language,
      timeZone: organization.time_zone,
      person,
      period: scheduledDays(kind, schedule.frequency, day),
    });
    reports.push(report ? { kind, report_id: report.id } : { kind, report_id: null, status: 'error', error: 'gone' });
  }
  await setReports(on.tx, id, reports);
  await lookLater(on.tx, id, FIRST_LOOK);
};
