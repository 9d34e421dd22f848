/**
 * The specification's own shapes of a selection of people and of its filter, translated to {@link PeopleSelection}. No other call
 * has a shape of its own:
 *
 * - `GET /users`, `POST /users/filtered-campaign`: the filter under the names of a query;
 * - `POST /users/employee/bulk-delete`, `/users/reinvite`, `/users/report`, `/emails/notify/employees`: the selection as the whole
 *   body, and `need_all` in the query (`readSelection` of the server);
 * - `POST /users/tags/custom/assign`, `/users/tags/custom/{tagId}/users/bulk-delete`: lists of people and departments;
 * - `POST /departments/tree/users_count`: the same lists under other names;
 * - `POST /phishing/campaigns`, `GET /phishing/campaigns/autoFinishDate/`: the targets of a campaign.
 */
import type { EmployeeListQuery } from './employees.schema.ts';
import { emptyFilter } from './people-selection.rules.ts';
import type { EmployeeFilter, PeopleSelection } from './people-selection.schema.ts';

type FilterQuery = Omit<EmployeeListQuery, 'limit' | 'offset' | 'sort_by' | 'sort_order' | 'with_risk_level'>;
/** The filter of a list call, in the field names of the bulk calls. */
export const filterOfQuery = (query: FilterQuery): EmployeeFilter => ({
  search: query.search,
  position: query.position,
  departments: query.departments,
  phishing_events: query.phishing_events,
  role: query.roles,
  courses: query.in_course,
  courseProgress: query.course_progress,
  phishing: query.in_phishing,
  learning: query.learning,
  tags: query.tags,
  riskLevelMin: query.risk_level_from,
  riskLevelMax: query.risk_level_to,
});

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
