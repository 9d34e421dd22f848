/**
 * The specification's own shapes of a selection of people and of its filter, translated to {@link PeopleSelection}. No other call
 * has a shape of its own:
 *
 * - `GET /users`, `POST /users/filtered-campaign`: the filter under the names of a query, for the campaign in its body as well;
 * - `POST /users/employee/bulk-delete`, `/users/reinvite`, `/users/report`, `/emails/notify/employees`: the selection as the whole
 *   body (document 2), or `include_ids` and `exclude_ids` as the body and `need_all` with the filter in the query (document 1);
 *   `readSelection` of the server reads both;
 * - `POST /users/tags/custom/assign`, `/users/tags/custom/{tagId}/users/bulk-delete`: lists of people and departments;
 * - `POST /departments/tree/users_count`: the same lists under other names;
 * - `POST /phishing/campaigns`, `GET /phishing/campaigns/autoFinishDate/`: the targets of a campaign.
 */
import type { z } from 'zod';
import { emptyFilter } from './people-selection.rules.ts';
import type { EmployeeFilter, filterParameters, PeopleSelection } from './people-selection.schema.ts';

/** Names of the filter in a query string, with the names in the bulk calls. */
const filterNames = {
  search: 'search',
  position: 'position',
  departments: 'departments',
  phishing_events: 'phishing_events',
  roles: 'role',
  in_course: 'courses',
  course_progress: 'courseProgress',
  in_phishing: 'phishing',
  learning: 'learning',
  tags: 'tags',
  risk_level_from: 'riskLevelMin',
  risk_level_to: 'riskLevelMax',
} as const satisfies Partial<Record<keyof typeof filterParameters, keyof EmployeeFilter>>;

type FilterQuery = Partial<z.output<z.ZodObject<typeof filterParameters>>>;
/** What a query string filters by, in the field names of the bulk calls; null if it names no filter. */
export const filterInQuery = (query: FilterQuery): Partial<EmployeeFilter> | null => {
  const given = Object.entries(filterNames).flatMap(([theirs, ours]) => {
    const value = query[theirs as keyof typeof filterNames];
    return value === undefined ? [] : [[ours, value] as const];
  });
  return given.length === 0 ? null : (Object.fromEntries(given) as Partial<EmployeeFilter>);
};
/** The filter of a list call, in the field names of the bulk calls. */
export const filterOfQuery = (query: FilterQuery): EmployeeFilter => ({ ...emptyFilter, ...filterInQuery(query) });

/** The filter of the bulk calls, in the parameter names of the list call. */
export const queryOfFilter = (filter: EmployeeFilter) => ({
  search: filter.search,
  position: filter.position,
  departments: filter.departments,
  phishing_events: filter.phishing_events,
  roles: filter.role,
  in_course: filter.courses,
  course_progress: filter.courseProgress,
  in_phishing: filter.phishing,
  learning: filter.learning,
  tags: filter.tags,
  risk_level_from: filter.riskLevelMin,
  risk_level_to: filter.riskLevelMax,
});

type Listed = {
  readonly users_ids: readonly string[];
  readonly departments_ids: readonly string[];
  readonly tags_ids?: readonly string[];
  readonly exclude_users_ids?: readonly string[];
  readonly excluded_tags?: readonly string[];
};
/** People and departments of the calls of tags. */
export const selectionOfLists = (lists: Listed): PeopleSelection => ({
  all: false,
  ids: {
    include_ids: [...lists.users_ids],
    exclude_ids: [...(lists.exclude_users_ids ?? [])],
    include_departments: [...lists.departments_ids],
    include_tags: [...(lists.tags_ids ?? [])],
    exclude_tags: [...(lists.excluded_tags ?? [])],
  },
  filter: emptyFilter,
});

type Counted = {
  readonly department_ids: readonly string[];
  readonly user_ids: readonly string[];
  readonly exclude_user_ids: readonly string[];
  readonly excluded_tags: readonly string[];
};
/** People and departments of the call that counts them. */
export const selectionOfCount = (input: Counted): PeopleSelection =>
  selectionOfLists({
    users_ids: input.user_ids,
    departments_ids: input.department_ids,
    exclude_users_ids: input.exclude_user_ids,
    excluded_tags: input.excluded_tags,
  });

type Targets = { target_users: string[]; target_departments: string[]; exclude_users: string[] };
/** Chosen people and departments for the call that counts them. */
export const countedOfSelection = ({ ids }: PeopleSelection) => ({
  department_ids: ids.include_departments ?? [],
  user_ids: ids.include_ids,
  exclude_user_ids: ids.exclude_ids,
  excluded_tags: ids.exclude_tags ?? [],
});

/** The targets of a campaign. */
export const selectionOfTargets = (targets: Targets): PeopleSelection =>
  selectionOfLists({
    users_ids: targets.target_users,
    departments_ids: targets.target_departments,
    exclude_users_ids: targets.exclude_users,
  });
/** Chosen people and departments as targets of a campaign. */
export const targetsOfSelection = ({ ids }: PeopleSelection): Targets => ({
  target_users: ids.include_ids,
  target_departments: ids.include_departments ?? [],
  exclude_users: ids.exclude_ids,
});
