import { z } from 'zod';
import { roles } from '../access/roles.ts';
import { flag, id, search } from '../paging.ts';
import { cleanLine } from '../text.rules.ts';
import {
  courseProgresses,
  learningStates,
  phishingEvents,
  POSITION_MAX,
  RISK_MAX,
  RISK_MIN,
} from './employees.limits.ts';

export const riskBound = z.coerce.number().int().min(RISK_MIN).max(RISK_MAX);
/** A whole position; letter case does not matter. */
export const position = z
  .string()
  .regex(/^[^\0]*$/)
  .overwrite(cleanLine)
  .max(POSITION_MAX);

const PEOPLE_MAX = 50_000;
const GROUPS_MAX = 10_000;
const idsOf = (max: number) => z.array(id).max(max);
const filterIds = idsOf(500).default([]);

/** Filters of the staff list. The names are those of the specification's bulk calls. */
export const employeeFilter = z.strictObject({
  search,
  position: z.array(position).max(500).default([]),
  departments: filterIds,
  phishing_events: z.array(z.enum(phishingEvents)).default([]),
  role: z.array(z.enum(roles)).default([]),
  courses: filterIds,
  courseProgress: z.array(z.enum(courseProgresses)).default([]),
  phishing: filterIds,
  learning: z.array(z.enum(learningStates)).default([]),
  tags: filterIds,
  riskLevelMin: riskBound.default(RISK_MIN),
  riskLevelMax: riskBound.default(RISK_MAX),
});
export type EmployeeFilter = z.output<typeof employeeFilter>;

/** Number of rows that the caller saw in the selection; a different number is rejected. Without it, any number is accepted. */
export const expectedCount = { expected_count: z.int().min(0).optional() };
const chosenRows = z.strictObject({
  include_ids: idsOf(PEOPLE_MAX).default([]),
  exclude_ids: idsOf(PEOPLE_MAX).default([]),
});
/** Rows of any list of people: the ticked ones (`include_ids`), or with `all` everyone that the list finds without `exclude_ids`. */
export const rowSelection = {
  ids: chosenRows.prefault({}),
  all: z.boolean().default(false),
  ...expectedCount,
};

/** People of a selection by id, by department and by tag, and the people excluded from it. */
export const peopleIds = chosenRows.extend({
  /** Departments with all their children. */
  include_departments: idsOf(GROUPS_MAX).optional(),
  include_tags: idsOf(GROUPS_MAX).optional(),
  exclude_tags: idsOf(GROUPS_MAX).optional(),
});
/**
 * The people that a call means, in every domain: single people, departments and members of tags, or with `all` everyone that the
 * filter finds; in both cases without the excluded people and the members of excluded tags. Campaigns and exports store it.
 */
export const peopleSelection = z.strictObject({
  ...rowSelection,
  ids: peopleIds.prefault({}),
  filter: employeeFilter.prefault({}),
});
export type PeopleSelection = z.output<typeof peopleSelection>;

/** The same fields as the whole body of a call. There are no defaults, so that an empty body cannot mean everyone. */
export const bulkFields = {
  ids: peopleIds.optional(),
  all: z.boolean().optional(),
  filter: employeeFilter.optional(),
  ...expectedCount,
};
type Named = { readonly ids?: unknown; readonly all?: unknown; readonly filter?: unknown };
/** Whether a bulk call names people at all. */
export const hasSelection = ({ ids, all, filter }: Named): boolean =>
  ids !== undefined || all !== undefined || filter !== undefined;
export const selectionMissing = { path: ['ids'], error: 'Name ids, a filter or all.' };
export const bulkSelection = z.strictObject(bulkFields).refine(hasSelection, selectionMissing);
/** `need_all=true` in the address means the same as `all`, if the body contains a filter, exclusions or `all` as well. */
export const selectionQuery = z.strictObject({ need_all: flag.optional() });
export type BulkSelection = z.output<typeof bulkSelection>;

const listed = (max: number) => idsOf(max).default([]);
/** People and departments as the calls of tags name them (people-selection.wire.ts). */
export const listedPeople = { users_ids: listed(PEOPLE_MAX), departments_ids: listed(GROUPS_MAX) };
export const excludedPeople = { exclude_users_ids: listed(PEOPLE_MAX) };
/** People and departments as the call that counts them names them (people-selection.wire.ts). */
export const countedPeople = {
  department_ids: listed(GROUPS_MAX),
  user_ids: listed(PEOPLE_MAX),
  exclude_user_ids: listed(PEOPLE_MAX),
  /** Tags whose members are excluded. */
  excluded_tags: filterIds,
};
