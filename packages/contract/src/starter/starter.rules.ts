/** For whom a course or template of the starter library is written. */
export const audiences = [
  'everyone',
  'newcomers',
  'accountants',
  'managers',
  'it',
  'hr',
  'sales',
  'reception',
  'remote',
] as const;
export type Audience = (typeof audiences)[number];

/** What the email of a template asks for. */
export const lures = ['link', 'qr', 'attachment', 'invitation', 'call', 'chat', 'shared-file'] as const;
export type Lure = (typeof lures)[number];

/** Categories of courses. */
export const courseCategories = ['basics', 'messages', 'money', 'work', 'roles'] as const;
export type CourseCategory = (typeof courseCategories)[number];

/** Maximum number of entries that one call copies into the organisation. */
export const ADOPT_MAX = 100;

/** The copy of an entry that an organisation has. */
export type CopyState = { readonly changed: boolean; readonly outdated: boolean };
/** What an organisation can do about a newer version of an entry: nothing, replace its copy, or add a second one. */
export const updateOf = ({ changed, outdated }: CopyState): 'none' | 'replace' | 'second' =>
  !outdated ? 'none' : changed ? 'second' : 'replace';

/** Whether an entry is credible in this month (1–12). Entries without months fit any. */
export const fitsMonth = (months: readonly number[], month: number): boolean =>
  months.length === 0 || months.includes(month);
