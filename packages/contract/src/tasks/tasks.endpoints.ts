import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';

export const taskStatus = z.enum(['in_process', 'success', 'error']);
/** A long task as the web shows it: a progress bar with numbers, then a result or a reason. */
export const taskView = z.object({
  id: z.uuid(),
  kind: z.string(),
  status: taskStatus,
  done: z.int(),
  total: z.int().nullable(),
  /** Current stage, as a key of the `tips` namespace below `task`. */
  stage: z.string().nullable(),
  message: z.string().nullable(),
  detail: z.string().nullable(),
  result: z.unknown(),
  cancellable: z.boolean(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type TaskView = z.output<typeof taskView>;

export const tasksEndpoints = defineEndpoints({
  'tasks.get': {
    method: 'GET', path: '/webhooks/events/:id', permission: 'signed-in',
    about: 'State of a long task that the caller started, or that a page shows which the caller may open.',
    params: idParam, response: taskView, errors: ['task.not_found'],
  },
  'tasks.forget': {
    method: 'DELETE', path: '/webhooks/events/:id', permission: 'signed-in',
    about: 'Cancels a running task, or dismisses a finished one of the caller.',
    params: idParam, response: z.null(), errors: ['task.not_found'],
    audit: { none: 'the task itself logs what it did' }, touches: ['tasks'],
  },
  'tasks.keeper': {
    method: 'GET', path: '/lk/events/:id', permission: 'signed-in',
    about: 'The same as `tasks.get`, at the address of the embedded event keeper.',
    params: idParam, response: taskView, errors: ['task.not_found'],
  },
});
