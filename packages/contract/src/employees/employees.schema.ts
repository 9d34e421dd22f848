import { z } from 'zod';
import { assignableRoles, roles } from '../access/roles.ts';
import { anyFlag, id, page, paging, personAddress, sortOrder } from '../paging.ts';
import { cleanLine } from '../text.rules.ts';
import { NAME_MAX, POSITION_MAX } from './employees.limits.ts';
import { filterParameters, riskBound, rowParameters } from './people-selection.schema.ts';

export const sortKeys = ['NAME', 'DEPARTMENT', 'POSITION', 'RISK_LEVEL', 'PROGRESS', 'PHISHING_INDICATOR'] as const;
export type SortKey = (typeof sortKeys)[number];

/** Filters, sort and page of the staff list. */
export const employeeListQuery = z.strictObject({
  ...filterParameters,
  sort_by: z.enum(sortKeys).default('NAME'),
  sort_order: sortOrder,
  ...paging,
});
export type EmployeeListQuery = z.output<typeof employeeListQuery>;

/** People of the staff list for a campaign, in the query or in the body: its filter, and the selected or excluded rows. */
export const filteredParameters = { need_all: anyFlag.optional(), ...filterParameters, ...rowParameters };
/** What such a call must state, in one of the two places. */
export const filteredPeople = z.object({
  need_all: anyFlag,
  risk_level_from: riskBound,
  risk_level_to: riskBound,
});

export const tagChip = z.object({ id: z.uuid(), title: z.string(), color: z.string() });
export const departmentRef = z.object({ id: z.uuid(), title: z.string() });

export const employeeRow = z.object({
  id: z.uuid(),
  last_name: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  role: z.enum(roles),
  is_registered: z.boolean(),
  /** When the last registration link was sent. */
  invited_at: z.string().nullable(),
  department: departmentRef,
  tags: z.array(tagChip),
  /** null if there is no data to compute the level from. */
  statistics: z.object({
    risk_level: z.number().nullable().meta({ result: true }),
    phishing_indicator: z.number().nullable().meta({ result: true }),
    learning_progress: z.number().nullable(),
  }),
  version: z.int(),
});
export type EmployeeRow = z.output<typeof employeeRow>;
export const employeePage = page(employeeRow);

/** One person on the person's page: the row of the list, the path of the department, and dates. */
export const employee = employeeRow.extend({
  department_path: z.array(departmentRef),
  avatar_url: z.string().nullable(),
  created_at: z.string(),
  registered_at: z.string().nullable(),
});
export type Employee = z.output<typeof employee>;

/** One field of a person that another person changed: the values before and after, the last author and the time. */
/** `file`: the list that brought the change; the value before is unknown. `sync`: an identity provider; `by` names its token. */
export type MissedChange = {
  field: string;
  from: unknown;
  to: unknown;
  by: string;
  at: string;
  file: string | null;
  sync: boolean;
};
/** `details` of `common.stale_version`: the person as stored now, and the missed changes. */
export type StaleEmployee = { readonly current: Employee; readonly changes: readonly MissedChange[] };

export const modalPerson = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  is_registered: z.boolean(),
  department: departmentRef,
});

const line = z
  .string()
  .max(4_000)
  .regex(/^[^\0]*$/)
  .transform(cleanLine);
const name = line.pipe(z.string().max(NAME_MAX));
const fields = {
  department_id: id,
  role: z.enum(assignableRoles),
  last_name: line.pipe(z.string().min(1).max(NAME_MAX)),
  first_name: line.pipe(z.string().min(1).max(NAME_MAX)),
  middle_name: name,
  position: line.pipe(z.string().max(POSITION_MAX)),
  email: personAddress,
};

/** A new person. Without a department the person belongs to «Без отдела». */
export const newEmployee = z.strictObject({
  ...fields,
  department_id: fields.department_id.optional(),
  /** Name of `department_id` in document 1; `department_id` takes precedence if both are sent. */
  department: fields.department_id.optional(),
  role: fields.role.default('employee'),
  middle_name: fields.middle_name.default(''),
  position: fields.position.default(''),
  /** Adds a new person even if a person with this address was removed recently and could be restored. */
  as_new: z.boolean().default(false),
});

/** Details of `employee.was_removed`: the removed person with this address, who can still be restored. */
export const formerHolder = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  department: z.string(),
  position: z.string(),
  removed_at: z.string(),
  /** Whether the caller may restore a person with this role. */
  restorable: z.boolean(),
});
export type FormerHolder = z.output<typeof formerHolder>;

/** Any role may be sent, but only the current one or an assignable one is accepted. */
export const employeeChanges = z.strictObject({
  ...z.object(fields).partial().shape,
  role: z.enum(roles).optional(),
  /** The version that was edited. Without it, the last write wins. */
  version: z.int().optional(),
});

const changedTags = z
  .array(id)
  .max(200)
  .transform((ids) => [...new Set(ids)])
  .default([]);
/** What the form of a person saves in one call: the changed fields, and the added and removed tags. */
export const savedEmployee = z.strictObject({
  ...employeeChanges.shape,
  tags_added: changedTags,
  tags_removed: changedTags,
});
