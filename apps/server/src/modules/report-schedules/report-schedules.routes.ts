import { reportSchedulesEndpoints } from '@sergak/contract/report-schedules/report-schedules.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listDeliveries, readSchedule, saveSchedule, sendNow } from './report-schedules.service.ts';

export const reportSchedulesRoutes = bind(reportSchedulesEndpoints, {
  'report-schedules.get': readSchedule,
  'report-schedules.save': saveSchedule,
  'report-schedules.send': sendNow,
  'report-schedules.deliveries': listDeliveries,
});
