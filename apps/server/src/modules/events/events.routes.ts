import { eventsEndpoints } from '@sergak/contract/events/events.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { forgetTask, getTask } from './events.service.ts';

export const eventsRoutes = bind(eventsEndpoints, {
  'events.get': getTask,
  'events.keeper': getTask,
  'events.forget': forgetTask,
});
