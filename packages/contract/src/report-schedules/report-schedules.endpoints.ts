import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { page, paging } from '../paging.ts';
import { reportDelivery, reportSchedule, reportScheduleInput } from './report-schedules.schema.ts';

const allow = 'admin.settings.adfs';

// None of these calls is in the specification.
export const reportSchedulesEndpoints = defineEndpoints({
  'report-schedules.get': {
    method: 'GET', path: '/settings/reports', permission: allow,
    about: 'When which reports are sent to whom, the next delivery, and what keeps it from being made.',
    response: reportSchedule,
  },
  'report-schedules.save': {
    method: 'PUT', path: '/settings/reports', permission: allow,
    about: 'Sets the schedule of reports. A period that had its delivery gets no second one.',
    body: reportScheduleInput.extend({ version: z.int() }), response: reportSchedule,
    errors: ['common.stale_version', 'report_schedule.no_kinds', 'report_schedule.no_recipients', 'report_schedule.foreign_domain'],
    audit: { action: 'report_schedule.set' }, touches: ['report-schedules'],
  },
  'report-schedules.send': {
    method: 'POST', path: '/settings/reports/send', permission: allow,
    about: 'Orders the reports of the saved schedule now and sends them once they are complete. The planned deliveries are kept.',
    response: reportDelivery,
    errors: ['report_schedule.no_kinds', 'report_schedule.no_recipients', 'report_schedule.running', 'licence.expired'],
    audit: { action: 'report_schedule.requested' }, touches: ['report-schedules', 'reports'],
  },
  'report-schedules.deliveries': {
    method: 'GET', path: '/settings/reports/deliveries', permission: allow,
    about: 'Deliveries of scheduled reports with their outcome for each recipient, the latest first.',
    query: z.strictObject(paging), response: page(reportDelivery),
  },
});
