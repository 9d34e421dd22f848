import { z } from 'zod';
import { id, listOf, page, paging } from '../paging.ts';

/** What a column of an imported file can mean. `full_name` stands for the three name columns together. */
export const importFields = [
  'last_name',
  'first_name',
  'middle_name',
  'full_name',
  'email',
  'position',
  'department',
  'role',
] as const;
export const importField = z.enum(importFields);
export type ImportField = z.output<typeof importField>;

/** returned: was removed a short while ago and comes back with what is known of the past. */
export const importVerdicts = ['added', 'returned', 'changed', 'unchanged', 'refused'] as const;
export const importVerdict = z.enum(importVerdicts);
export type ImportVerdict = z.output<typeof importVerdict>;

/** Why a line is refused; the last one only warns. */
export const importReasons = [
  'short_row',
  'long_row',
  'quote_broken',
  'email_missing',
  'email_invalid',
  'email_twice_in_file',
  'name_missing',
  'name_too_long',
  'position_too_long',
  'department_too_long',
  'department_too_deep',
  'department_below_default',
  'role_unknown',
  'role_forbidden',
  'domain_unconfirmed',
] as const;
export const importReason = z.enum(importReasons);
export type ImportReason = z.output<typeof importReason>;

/** Column numbers, counted from 0, by meaning. A meaning that is not in the file is left out. */
export const columnMap = z.partialRecord(importField, z.int().min(0).max(99));
export type ColumnMap = z.output<typeof columnMap>;

export const importSummary = z.object({
  lines: z.int(),
  added: z.int(),
  /** Removed in the last 30 days: they come back with their history. */
  returned: z.int().default(0),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** People of the organisation who are not in the file and may be marked as having left. */
  leavers: z.int(),
  /** Departments that would be made. */
  new_departments: z.int(),
  /** The first of them with the way to them: a slip in a title shows here before it makes a department. */
  new_department_paths: z.array(z.string()).default([]),
  /** How many more people the licence has room for. */
  licence_room: z.int(),
  reasons: z.partialRecord(importReason, z.int()),
});
export type ImportSummary = z.output<typeof importSummary>;

/** What the event of a finished import says. */
export const importResult = z.object({
  import_id: z.uuid(),
  added: z.int(),
  returned: z.int().default(0),
  changed: z.int(),
  left: z.int(),
  refused: z.int(),
  invited: z.int(),
});
export type ImportResult = z.output<typeof importResult>;

export const importStatus = z.enum(['reading', 'ready', 'running', 'done', 'cancelled', 'failed']);

export const employeeImport = z.object({
  id: z.uuid(),
  /** The event of the reading: it names the import when it is confirmed. */
  event_id: z.uuid(),
  /** The event of the latest application. */
  apply_event_id: z.uuid().nullable(),
  file_name: z.string(),
  status: importStatus,
  /** null while the file is being read. */
  columns: z.object({ headers: z.array(z.string()), map: columnMap, samples: z.array(z.array(z.string())) }).nullable(),
  /** null while the file is being read, and while no column means the e-mail. */
  summary: importSummary.nullable(),
  /** What the latest application came to; null before it has succeeded. */
  result: importResult.nullable(),
  has_refused_file: z.boolean(),
  created_at: z.string(),
});
export type EmployeeImport = z.output<typeof employeeImport>;

/** An import among the last ones. */
export const pastImport = employeeImport
  .pick({ id: true, file_name: true, status: true, result: true, has_refused_file: true, created_at: true })
  .extend({
    /** Who loaded it; empty where it was not somebody of this organisation. */
    created_by: z.string(),
    finished_at: z.string().nullable(),
  });
export type PastImport = z.output<typeof pastImport>;
export const importsQuery = z.strictObject({ ...paging });
export const importsPage = page(pastImport);

export const importRow = z.object({
  line: z.int(),
  verdict: importVerdict,
  /** `line`: the other line that a doubled address stands in. */
  reasons: z.array(z.object({ code: importReason, line: z.int().nullable() })),
  employee_id: z.uuid().nullable(),
  email: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  position: z.string(),
  department: z.string(),
  role: z.string(),
  /** The cells as they stand in the file, for refused lines. */
  raw: z.array(z.string()),
  /** For people who are changed or come back: what is stored now, where it differs. */
  before: z.record(z.string(), z.string()),
});
export type ImportRow = z.output<typeof importRow>;

export const importRowsQuery = z.strictObject({ verdict: importVerdict, reasons: listOf(importReason), ...paging });
export const importRowsPage = page(importRow);

/** add: only new people; add_update: and what changed; add_update_leave: and whoever is not in the file has left. */
export const addTypes = ['add', 'add_update', 'add_update_leave'] as const;
export const returningModes = ['restore', 'add'] as const;
export const importStart = z.strictObject({
  /** The event of the reading, which names the import. */
  event_id: id,
  add_type: z.enum(addTypes).default('add_update'),
  /** What becomes of those who were removed a short while ago: they come back, or new people are added in their place. */
  returning: z.enum(returningModes).default('restore'),
  /** Sends everybody who is added or comes back, and is not registered, an invitation with a registration link. */
  need_message: z.boolean().default(false),
});
export const startedImport = z.object({ event_id: z.uuid(), import_id: z.uuid() });
