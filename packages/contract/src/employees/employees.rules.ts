import type { EmployeeFilter, EmployeeListQuery } from './employees.schema.ts';

/** Rules of people that the forms clamp and check with, and the server refuses with. */
export const NAME_MAX = 255;
export const POSITION_MAX = 255;
export const EMAIL_MAX = 254;
export const NOTE_MAX = 10_000;
export const RISK_MIN = 0;
export const RISK_MAX = 10;
/** A registration link works so many days. */
export const INVITATION_DAYS = 7;

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u;

/** Whether `text` is one bare address: no display name, quotes, comments or second address. */
export const isEmail = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  if (text.length > EMAIL_MAX || at < 1 || at > 64) return false;
  return LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
};

/** The part of an address after the @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

type Named = { last_name: string; first_name: string; middle_name: string; email: string };
/** Last, first and middle name; the address where there is no name. The database makes `full_name` in the same way. */
export const displayName = (person: Named): string =>
  [person.last_name, person.first_name, person.middle_name].filter(Boolean).join(' ') || person.email;

/** What was typed into a risk bound: null where it is no number, else a whole number within the scale. */
export const riskInput = (text: string): number | null => {
  if (!/^\d+$/.test(text.trim())) return null;
  return Math.min(RISK_MAX, Number(text));
};

/** The range after one bound has moved: the other one follows, so that the lower never stands above the upper. */
export const moveRisk = (range: { min: number; max: number }, moved: { min?: number; max?: number }) => {
  const next = { ...range, ...moved };
  if (next.min <= next.max) return next;
  return moved.min === undefined ? { min: next.max, max: next.max } : { min: next.min, max: next.min };
};

export const emptyFilter: EmployeeFilter = {
  search: '', departments: [], phishing_events: [], role: [], courses: [], courseProgress: [], phishing: [],
  learning: [], tags: [], riskLevelMin: RISK_MIN, riskLevelMax: RISK_MAX,
};

/** Whether anything but the search narrows the list. */
export const isFilterActive = (filter: EmployeeFilter): boolean =>
  filter.riskLevelMin !== RISK_MIN ||
  filter.riskLevelMax !== RISK_MAX ||
  Object.values(filter).some((value) => Array.isArray(value) && value.length > 0);

/** The filter of a list call, in the words of the bulk calls. */
export const filterOfQuery = (query: EmployeeListQuery): EmployeeFilter => ({
  search: query.search,
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

/** The filter of the bulk calls, in the words of the list call. */
export const queryOfFilter = (filter: EmployeeFilter) => ({
  search: filter.search,
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
