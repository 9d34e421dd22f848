import type { ReportSchedule, ReportScheduleInput } from '@sergak/contract/report-schedules/report-schedules.schema.ts';

/** The fields of the form: what the server stores. */
export type ScheduleValues = ReportScheduleInput;

export const scheduleValues = (schedule: ReportSchedule): ScheduleValues => ({
  frequency: schedule.frequency,
  weekday: schedule.weekday,
  month_day: schedule.month_day,
  hour: schedule.hour,
  kinds: schedule.kinds,
  language: schedule.language,
  to_tag: schedule.to_tag,
  addresses: schedule.addresses.map((one) => one.email),
  attach: schedule.attach,
});
