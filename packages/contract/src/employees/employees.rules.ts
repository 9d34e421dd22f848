import { RISK_MIN, RISK_MAX } from './employees.limits.ts';
import type { EmployeeFilter, EmployeeListQuery } from './employees.schema.ts';

export * from './employees.limits.ts';

type Named = { last_name: string; first_name: string; middle_name: string; email: string };
/** Last, first and middle name, or the address if there is no name. The database computes `full_name` in the same way. */
export const displayName = (person: Named): string =>
  [person.last_name, person.first_name, person.middle_name].filter(Boolean).join(' ') || person.email;

/** Input of a risk bound: null if it is not a number, else a whole number within the scale. */
export const riskInput = (text: string): number | null => {
  if (!/^\d+$/.test(text.trim())) return null;
  return Math.min(RISK_MAX, Number(text));
};

/** The range after one bound has moved: the other bound follows, so that the lower one is never above the upper one. */
export const moveRiskRange = (range: { min: number; max: number }, moved: { min?: number; max?: number }) => {
  const next = { ...range, ...moved };
  if (next.min <= next.max) return next;
  return moved.min === undefined ? { min: next.max, max: next.max } : { min: next.min, max: next.min };
};

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

/** Whether a filter besides the search is set. */
export const isFilterActive = (filter: EmployeeFilter): boolean =>
  filter.riskLevelMin !== RISK_MIN ||
  filter.riskLevelMax !== RISK_MAX ||
  Object.values(filter).some((value) => Array.isArray(value) && value.length > 0);

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

/** `unknown`: an email that was not sent, or whose sending is not certain. */
export const phishingEvents = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data', 'unknown'] as const;
