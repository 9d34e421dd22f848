import { tasksEndpoints } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { cancelOrDeleteTask, getTask } from './tasks.service.ts';

export const tasksRoutes = bind(tasksEndpoints, {
  'tasks.get': getTask,
  'tasks.keeper': getTask,
  'tasks.forget': cancelOrDeleteTask,
});
