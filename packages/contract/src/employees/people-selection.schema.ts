import { z } from 'zod';
import { roles } from '../access/roles.ts';
import { anyFlag, flag, id, listOf, search } from '../paging.ts';
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

const listed = <T extends z.ZodType>(item: T, max?: number) => listOf(item, max).unwrap().optional();
/** The same filter under the names of a query string; what is absent does not filter. */
export const filterParameters = {
  search: search.unwrap().optional(),
  risk_level_from: riskBound.optional(),
  risk_level_to: riskBound.optional(),
  phishing_events: listed(z.enum(phishingEvents)),
  /** Document 2 requires it for campaigns from the staff list; every call with these filters accepts it. */
  position: listed(position),
  departments: listed(id),
  roles: listed(z.enum(roles)),
  in_course: listed(id),
  course_progress: listed(z.enum(courseProgresses)),
  in_phishing: listed(id),
  learning: listed(z.enum(learningStates)),
  tags: listed(id),
  /** Accepted for older clients: the response always contains the level. */
  with_risk_level: anyFlag.optional(),
};
/** Ticked and excluded rows beside the filter of a query string. */
export const rowParameters = { include_ids: listed(id, PEOPLE_MAX), exclude_ids: listed(id, PEOPLE_MAX) };

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

/**
 * The same fields as the whole body of a call, besides the rows under the names of document 1. There are no defaults, so that an
 * empty body cannot mean everyone.
 */
export const bulkFields = {
  ids: peopleIds.optional(),
  ...rowParameters,
  all: z.boolean().optional(),
  filter: employeeFilter.optional(),
  ...expectedCount,
};
export const bulkSelection = z.strictObject(bulkFields);
/**
 * `need_all=true` in the address means the same as `all`, if the call contains a filter, exclusions or `all` as well. A filter of the
 * address means the same as `filter`.
 */
export const selectionQuery = z.strictObject({ need_all: flag.optional(), ...filterParameters });
export type BulkSelection = z.output<typeof bulkSelection> & z.output<typeof selectionQuery>;

const optionalIds = (max: number) => idsOf(max).default([]);
/** People and departments as the calls of tags name them (people-selection.wire.ts). */
export const listedPeople = { users_ids: optionalIds(PEOPLE_MAX), departments_ids: optionalIds(GROUPS_MAX) };
export const excludedPeople = { exclude_users_ids: optionalIds(PEOPLE_MAX) };
/** People and departments as the call that counts them names them (people-selection.wire.ts). */
export const countedPeople = {
  department_ids: optionalIds(GROUPS_MAX),
  user_ids: optionalIds(PEOPLE_MAX),
  exclude_user_ids: optionalIds(PEOPLE_MAX),
  /** Tags whose members are excluded. */
  excluded_tags: filterIds,
};
