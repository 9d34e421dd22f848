import type { EmployeeFilter, PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import { queryOfFilter } from '@sergak/contract/employees/people-selection.wire.ts';
import type { CallInput } from '../../shared/api.ts';
import type { ListState } from '../../shared/table/list-state.ts';

/** Filters of the employee list as they are written in the address. */
export const filterDefaults = {
  departments: [] as readonly string[],
  phishing_events: [] as readonly string[],
  roles: [] as readonly string[],
  in_course: [] as readonly string[],
  course_progress: [] as readonly string[],
  in_phishing: [] as readonly string[],
  learning: [] as readonly string[],
  tags: [] as readonly string[],
  risk_from: 0,
  risk_to: 10,
};
/** The filters whose values are ids. */
export const filtersById = ['departments', 'tags', 'in_course', 'in_phishing'] as const;
export type StaffState = ListState<typeof filterDefaults>;

/** The list's filter in the form of the bulk calls. */
export const filterOf = ({ search, filters: f }: StaffState): EmployeeFilter => ({
  ...emptyFilter,
  search,
  departments: [...f.departments],
  tags: [...f.tags],
  courses: [...f.in_course],
  phishing: [...f.in_phishing],
  role: f.roles as EmployeeFilter['role'],
  phishing_events: f.phishing_events as EmployeeFilter['phishing_events'],
  learning: f.learning as EmployeeFilter['learning'],
  courseProgress: f.course_progress as EmployeeFilter['courseProgress'],
  riskLevelMin: f.risk_from,
  riskLevelMax: f.risk_to,
});

/** The input of the list call for a state of the list. */
export const queryOf = (state: StaffState) => ({
  ...queryOfFilter(filterOf(state)),
  sort_by: state.sort as CallInput<'employees.list'>['sort_by'],
  sort_order: state.order,
  ...state.paging,
});

const KEY = 'sergak.staff.selection';
export type KeptSelection = { readonly selection: PeopleSelection; readonly count: number };

/** Keeps the chosen people for the next page (a campaign, an assignment). */
export const keepSelection = (kept: KeptSelection): void => sessionStorage.setItem(KEY, JSON.stringify(kept));
/** The people chosen in the employee list, or null. Kept until {@link dropSelection}. */
export const keptSelection = (): KeptSelection | null => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptSelection | null;
  } catch {
    return null;
  }
};
export const dropSelection = (): void => sessionStorage.removeItem(KEY);
