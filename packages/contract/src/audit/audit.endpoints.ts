import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { day, id, instant, list, page, paging, search } from '../paging.ts';

export const auditRow = z.object({
  id: z.int(),
  action: z.string(),
  target: z.string().nullable(),
  actor_id: z.uuid().nullable(),
  actor_name: z.string(),
  /** Field → [before, after], or whatever the action tells. A list of people stands here as their number. */
  changes: z.unknown(),
  /** Whether the line keeps by id whom it was done to: `audit.people` tells them. */
  people: z.boolean(),
  address: z.string().nullable(),
  created_at: instant,
});

/** What an id of the log can mean. */
export const auditKinds = [
  'employee',
  'department',
  'tag',
  'campaign',
  'course',
  'assignment',
  'template',
  'email',
  'landing_page',
  'redirect_page',
  'template_category',
  'api_token',
  'file',
  'import',
  'organization',
] as const;
export const auditKind = z.enum(auditKinds);
export type AuditKind = z.output<typeof auditKind>;

/** What stands behind an id of the log when it is read, not when it was written. */
export const auditThing = z.object({
  id: z.uuid(),
  kind: auditKind,
  /** null: a person whose data was wiped. */
  name: z.string().nullable(),
  state: z.enum(['present', 'removed', 'wiped']),
  /** Where it lies, if it has no page of its own: the template of an email or a landing page. */
  parent_id: z.uuid().nullable(),
});
export type AuditThing = z.output<typeof auditThing>;

export const auditFilter = z.strictObject({
  search: z.string().max(200).default(''),
  action: z.string().max(100).optional(),
  actor_id: id.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilter = z.output<typeof auditFilter>;

/** What the recount of an organisation's chain has found. */
export const auditVerdict = z.object({
  /** Sealed lines that were recounted. */
  rows: z.int(),
  /** Lines of the last minute that wait for their seal. */
  pending: z.int(),
  /** Hash of the last sealed line, in hexadecimal digits; null: nothing is sealed yet. */
  head: z.string().nullable(),
  last_number: z.int(),
  /** Lines up to this number were older than three years and have gone. */
  checkpoint_number: z.int(),
  checkpoint_at: z.string().nullable(),
  broken: z
    .object({ number: z.int(), log_id: z.int(), reason: z.enum(['changed', 'missing', 'gap', 'unsealed', 'head']) })
    .nullable(),
});
export type AuditVerdict = z.output<typeof auditVerdict>;

export const auditEndpoints = defineEndpoints({
  'audit.list': {
    method: 'GET', path: '/audit', permission: 'admin.settings.audit',
    about: 'The action log, newest first.',
    query: z.strictObject({ ...auditFilter.shape, ...paging }),
    response: page(auditRow).extend({ things: z.array(auditThing) }),
  },
  'audit.people': {
    method: 'GET', path: '/audit/people', permission: 'admin.settings.audit',
    about: 'Whom a line of the log was done to, as far as it keeps them by id, in the order in which it was done.',
    query: z.strictObject({ line: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), ...paging }),
    response: page(auditThing),
  },
  'audit.actions': {
    method: 'GET', path: '/audit/actions', permission: 'admin.settings.audit',
    about: 'Kinds of actions that the log holds.',
    response: list(z.string()),
  },
  'audit.actors': {
    method: 'GET', path: '/audit/actors', permission: 'admin.settings.audit',
    about: 'People and programs that stand in the log, the latest first.',
    query: z.strictObject({ search }),
    response: list(z.object({ id: z.uuid(), name: z.string() })),
  },
  'audit.report': {
    method: 'POST', path: '/audit/report', permission: 'admin.settings.audit',
    about: 'Starts writing exactly the filtered lines into an XLSX file, with the hash of the last one.',
    body: auditFilter, response: z.object({ event_id: z.uuid() }), errors: ['task.limit'],
    audit: { action: 'audit.exported' }, touches: ['audit'],
  },
  'audit.verify': {
    method: 'GET', path: '/audit/verify', permission: 'admin.settings.settings',
    about: 'Recounts the chain of the log and tells the first line that was changed, removed or slipped in.',
    response: auditVerdict,
  },
});
