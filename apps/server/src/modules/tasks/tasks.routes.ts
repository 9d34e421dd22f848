import { eventsEndpoints } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { forgetTask, getTask } from './tasks.service.ts';

export const eventsRoutes = bind(eventsEndpoints, {
  'events.get': getTask,
  'events.keeper': getTask,
  'events.forget': forgetTask,
});
