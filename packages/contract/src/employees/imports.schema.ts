import { z } from 'zod';
import { flag, id, listOf, page, paging } from '../paging.ts';
import { importVerdicts, importWarnings } from './employees.limits.ts';
import { nameOrders, type NameOrder } from './names.rules.ts';

/**
 * Possible meanings of a column of an imported file. `full_name` replaces the three name columns; `status` says who has left or has
 * a disabled account.
 */
export const importFields = [
  'last_name',
  'first_name',
  'middle_name',
  'full_name',
  'email',
  'position',
  'department',
  'role',
  'status',
] as const;
export const importField = z.enum(importFields);
export type ImportField = z.output<typeof importField>;

export const importVerdict = z.enum(importVerdicts);
export type ImportVerdict = z.output<typeof importVerdict>;

/** Why a row is rejected, or only noted. */
export const importReasons = [
  'short_row',
  'long_row',
  'quote_broken',
  'total_line',
  'left',
  'email_missing',
  'email_invalid',
  'email_several',
  'email_mixed',
  'email_twice_in_file',
  'name_missing',
  'name_too_long',
  'position_too_long',
  'department_too_long',
  'department_too_deep',
  'department_below_default',
  'role_unknown',
  'role_forbidden',
  'removed_by_hand',
  'key_twice',
  'address_of_other',
  'address_protected',
  'address_taken',
  'address_unverified',
  ...importWarnings,
] as const;
export const importReason = z.enum(importReasons);
export type ImportReason = z.output<typeof importReason>;

/** Column numbers, counted from 0, by meaning. A meaning that is not in the file is absent. */
export const columnMap = z.partialRecord(importField, z.int().min(0).max(99));
export type ColumnMap = z.output<typeof columnMap>;

const nameOrder = z.enum(nameOrders);
export type { NameOrder };

/** Where the table of a file is, and what its columns mean. */
export const staffTable = z.object({
  /** Empty for columns without a heading. */
  headers: z.array(z.string()),
  map: columnMap,
  samples: z.array(z.array(z.string())),
  /** Line of the headings; 0 if the first line is a person already. */
  header_line: z.int().default(1),
  /** First lines of the sheet, among them those that can be the headings. */
  head: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })).default([]),
  /** Texts of the lines above the table, which are not read. */
  above: z.array(z.string()).default([]),
  /** Name of the sheet that was read; empty for CSV. */
  sheet: z.string().default(''),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean(), rows: z.array(z.array(z.string())) })).default([]),
  name_order: nameOrder.default('last_first'),
});
export type StaffTable = z.output<typeof staffTable>;

/** What an administrator chooses about the table. What is absent stays as it was; without `map` the columns are detected again. */
export const tableChoice = z.strictObject({
  map: columnMap.optional(),
  sheet: z.string().max(255).optional(),
  header_line: z.int().min(0).optional(),
  name_order: nameOrder.optional(),
});
export type TableChoice = z.output<typeof tableChoice>;

export const importSummary = z.object({
  lines: z.int(),
  added: z.int(),
  /** Removed in the last 30 days: they are restored with their history. */
  returned: z.int().default(0),
  changed: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** People of the organisation who are not in the file and can be marked as having left. */
  leavers: z.int(),
  /** Of the leavers, those whom the file marks as having left. */
  marked_leavers: z.int().default(0),
  /** Departments that would be created. */
  new_departments: z.int(),
  /** The paths of the first of them: a typing error in a title is visible here before it creates a department. */
  new_department_paths: z.array(z.string()).default([]),
  /** Number of free seats of the licence. */
  licence_room: z.int(),
  reasons: z.partialRecord(importReason, z.int()),
});
export type ImportSummary = z.output<typeof importSummary>;

/** Result of the event of a finished import. */
export const importResult = z.object({
  import_id: z.uuid(),
  added: z.int(),
  returned: z.int().default(0),
  changed: z.int(),
  left: z.int(),
  rejected: z.int(),
  invited: z.int(),
});
export type ImportResult = z.output<typeof importResult>;

export const importStatus = z.enum(['reading', 'ready', 'running', 'done', 'cancelled', 'failed']);

export const employeeImport = z.object({
  id: z.uuid(),
  /** Event of the reading; it identifies the import for the confirmation. */
  task_id: z.uuid(),
  /** Event of the latest confirmation. */
  apply_task_id: z.uuid().nullable(),
  file_name: z.string(),
  status: importStatus,
  /** null while the file is being read. */
  columns: staffTable.nullable(),
  /** null while the file is being read, and while no column is the email address. */
  summary: importSummary.nullable(),
  /** Result of the latest confirmation; null before one has succeeded. */
  result: importResult.nullable(),
  /** A directory is the source: only people whom it has brought can be leavers. */
  from_directory: z.boolean(),
  has_rejected_file: z.boolean(),
  created_at: z.string(),
});
export type EmployeeImport = z.output<typeof employeeImport>;

/** An import in the list of imports. */
export const pastImport = employeeImport
  .pick({ id: true, file_name: true, status: true, result: true, has_rejected_file: true, created_at: true })
  .extend({
    /** Name of the person who uploaded the file; empty if the person is not in this organisation. */
    created_by: z.string(),
    finished_at: z.string().nullable(),
  });
export type PastImport = z.output<typeof pastImport>;
export const importsQuery = z.strictObject({ ...paging });
export const importsPage = page(pastImport);

export const importSampleQuery = z.strictObject({ format: z.enum(['csv', 'xlsx']).default('xlsx') });

export const importRow = z.object({
  line: z.int(),
  verdict: importVerdict,
  /** `line`: number of the other row with the same address. */
  reasons: z.array(z.object({ code: importReason, line: z.int().nullable() })),
  employee_id: z.uuid().nullable(),
  email: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  position: z.string(),
  department: z.string(),
  role: z.string(),
  /** The cells as in the file, for rejected rows. */
  raw: z.array(z.string()),
  /** For people who are changed or restored: the stored values that differ. */
  before: z.record(z.string(), z.string()),
});
export type ImportRow = z.output<typeof importRow>;

export const importRowsQuery = z.strictObject({ verdict: importVerdict, reasons: listOf(importReason), ...paging });
export const importRowsPage = page(importRow);

/** A person whom an import with its leavers would remove. */
export const importLeaver = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  department: z.string(),
});
export type ImportLeaver = z.output<typeof importLeaver>;
export const importLeaversQuery = z.strictObject({ only_marked: flag.default(false), ...paging });
export const importLeaversPage = page(importLeaver);

/**
 * add: new people only; add_update: also changes; add_update_marked: people whom the file marks as having left also leave;
 * add_update_leave: these and people who are missing in the file also leave.
 */
export const addTypes = ['add', 'add_update', 'add_update_marked', 'add_update_leave'] as const;
export const returningModes = ['restore', 'add'] as const;
export const importStart = z.strictObject({
  /** Event of the reading; it identifies the import. */
  task_id: id,
  add_type: z.enum(addTypes).default('add_update'),
  /** Recently removed people: restore them, or add new people instead. */
  returning: z.enum(returningModes).default('restore'),
  /** Sends an invitation with a registration link to every added or restored person who is not registered. */
  need_message: z.boolean().default(false),
  /** Number of leavers that the caller has seen. Required if more leave than a sync removes without asking. */
  expected_leavers: z.int().min(0).optional(),
});
export const startedImport = z.object({ task_id: z.uuid(), import_id: z.uuid() });
