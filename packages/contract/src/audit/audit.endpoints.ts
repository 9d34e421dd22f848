import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { day, id, instant, list, page, paging, search, sorting } from '../paging.ts';
import { SEARCH_MAX } from '../text.rules.ts';
import { auditChange, auditDetails, auditKind } from './audit.schema.ts';

export const auditRow = z.object({
  id: z.int(),
  action: z.string(),
  target_kind: auditKind,
  /** null if the action concerned several things, or the only thing of its kind. */
  target_id: z.uuid().nullable(),
  /** Name of the target at the time of the action; null for people, whose names are in `things`. */
  target_title: z.string().nullable(),
  actor_id: z.uuid().nullable(),
  actor_name: z.string(),
  changes: z.array(auditChange),
  /** `people` is a number here; `audit.people` lists the ids. */
  details: auditDetails.extend({ people: z.int().optional() }),
  /** Whether the entry stores the ids of the people it concerns. */
  people: z.boolean(),
  address: z.string().nullable(),
  created_at: instant,
});

/** A thing that entries refer to by id, in its current state. */
export const auditThing = z.object({
  id: z.uuid(),
  kind: auditKind,
  /** null if the personal data was erased. */
  name: z.string().nullable(),
  state: z.enum(['present', 'removed', 'wiped']),
  /** Template of an email or a landing page; both are shown on the page of their template. */
  parent_id: z.uuid().nullable(),
});
export type AuditThing = z.output<typeof auditThing>;

export const auditFilter = z.strictObject({
  search: z.string().max(SEARCH_MAX).default(''),
  action: z.string().max(100).optional(),
  actor_id: id.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilter = z.output<typeof auditFilter>;

/** Result of verifying the hash chain of an organisation. */
export const auditVerdict = z.object({
  /** Number of verified sealed entries. */
  rows: z.int(),
  /** Entries of the last minute that are not sealed yet. */
  pending: z.int(),
  /** Hash of the last sealed entry in hexadecimal digits; null if no entry is sealed yet. */
  head: z.string().nullable(),
  last_number: z.int(),
  /** Entries up to this number were older than three years and have been deleted. */
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
    about: 'Entries of the audit log, newest first unless sorted.',
    query: z.strictObject({ ...auditFilter.shape, ...paging, ...sorting(['created_at']) }),
    response: page(auditRow).extend({ things: z.array(auditThing) }),
  },
  'audit.people': {
    method: 'GET', path: '/audit/people', permission: 'admin.settings.audit',
    about: 'People whom an entry of the audit log concerns, in the order of processing. Empty if the entry stores no ids of people.',
    query: z.strictObject({ line: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), ...paging }),
    response: page(auditThing),
  },
  'audit.actions': {
    method: 'GET', path: '/audit/actions', permission: 'admin.settings.audit',
    about: 'Kinds of actions in the audit log.',
    response: list(z.string()),
  },
  'audit.actors': {
    method: 'GET', path: '/audit/actors', permission: 'admin.settings.audit',
    about: 'People and programs that appear in the audit log, the most recent first.',
    query: z.strictObject({ search }),
    response: list(z.object({ id: z.uuid(), name: z.string() })),
  },
  'audit.report': {
    method: 'POST', path: '/audit/report', permission: 'admin.settings.audit', costs: 'report',
    about: 'Starts the export of the filtered entries to an XLSX file that also states the hash of the last entry.',
    body: auditFilter, response: z.object({ task_id: z.uuid() }), errors: ['task.limit'],
    audit: { action: 'audit.exported' }, touches: ['audit'],
  },
  'audit.verify': {
    method: 'GET', path: '/audit/verify', permission: 'admin.settings.settings',
    about: 'Verifies the hash chain of the audit log and returns the first entry that was changed, removed or inserted.',
    response: auditVerdict,
  },
});
