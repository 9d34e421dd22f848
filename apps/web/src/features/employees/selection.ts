import type { EmployeeFilter, EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import { emptyFilter, queryOfFilter } from '@sergak/contract/employees/employees.rules.ts';
import type { ListState } from '../../shared/table/list-state.ts';

/** Filters of the staff list as they stand in the address. */
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
/** Those of them that are ids. */
export const filtersById = ['departments', 'tags', 'in_course', 'in_phishing'] as const;
export type StaffState = ListState<typeof filterDefaults>;

/** What the list is filtered by, in the words of the bulk calls. */
export const filterOf = ({ search, filters: f }: StaffState): EmployeeFilter => ({
  ...emptyFilter,
  search,
  departments: [...f.departments],
  tags: [...f.tags],
  courses: [...f.in_course],
  phishing: [...f.in_phishing],
  role: f.roles as never,
  phishing_events: f.phishing_events as never,
  learning: f.learning as never,
  courseProgress: f.course_progress as never,
  riskLevelMin: f.risk_from,
  riskLevelMax: f.risk_to,
});

/** The input of the list call for a state of the list. */
export const queryOf = (state: StaffState) => ({
  ...queryOfFilter(filterOf(state)),
  sort_by: state.sort as never,
  sort_order: state.order,
  ...state.paging,
});

const KEY = 'sergak.staff.selection';
export type KeptSelection = { readonly selection: EmployeeSelection; readonly count: number };

/** Keeps the chosen people for the page that one goes to next (a campaign, an assignment). */
export const keepSelection = (kept: KeptSelection): void => sessionStorage.setItem(KEY, JSON.stringify(kept));
/** What was chosen in the staff list before coming here, or null. It stays until {@link dropSelection}. */
export const keptSelection = (): KeptSelection | null => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptSelection | null;
  } catch {
    return null;
  }
};
export const dropSelection = (): void => sessionStorage.removeItem(KEY);
