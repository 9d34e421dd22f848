import { RISK_MAX, RISK_MIN } from './employees.limits.ts';
import type { EmployeeFilter, PeopleSelection } from './people-selection.schema.ts';

export const emptyFilter: EmployeeFilter = {
  search: '',
  position: [],
  departments: [],
  phishing_events: [],
  role: [],
  courses: [],
  courseProgress: [],
  phishing: [],
  learning: [],
  tags: [],
  riskLevelMin: RISK_MIN,
  riskLevelMax: RISK_MAX,
};

/** Only these people. */
export const selectionOfIds = (ids: readonly string[]): PeopleSelection => ({
  all: false,
  ids: { include_ids: [...ids], exclude_ids: [] },
  filter: emptyFilter,
});
export const nobody: PeopleSelection = selectionOfIds([]);
/** Whether people, departments or tags are selected. */
export const isAnyoneSelected = ({ all, ids }: PeopleSelection): boolean =>
  all ||
  [ids.include_ids, ids.include_departments, ids.include_tags].some((one) => one !== undefined && one.length > 0);
