import type { Permission } from '../access/permissions.ts';

/** Days after which reports are deleted (document 3, section 7). */
export const REPORT_DAYS = 30;
/** A report that has not ended after this time has failed: its process is gone. */
export const REPORT_PATIENCE_MINUTES = 30;

export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];
/** Subjects of reports. */
export const reportSubjects = [
  'organization',
  'campaign',
  'certificate',
  'assignment',
  'person',
  'attempt',
  'registration',
  'department',
] as const;
export type ReportSubject = (typeof reportSubjects)[number];

type ReportKind = {
  /** Permission to order, see and download reports of this kind: the permission for the data of the report. */
  readonly permission: Permission;
  readonly formats: readonly ReportFormat[];
  readonly subject: ReportSubject;
};
/** Every kind of report. Its renderer has the same name in `modules/reports/kinds.ts`. */
export const reportKinds = {
  pdf: { permission: 'admin.statistics', formats: ['pdf'], subject: 'organization' },
  phishing: { permission: 'admin.phishing.campaigns', formats: ['xlsx'], subject: 'campaign' },
  /** Learners may order their own certificates as well. */
  certificate: { permission: 'admin.learning.assigned', formats: ['pdf'], subject: 'certificate' },
  progress: { permission: 'admin.statistics', formats: ['pdf', 'xlsx'], subject: 'organization' },
  course: { permission: 'admin.learning.assigned', formats: ['pdf', 'xlsx'], subject: 'assignment' },
  courses: { permission: 'admin.staff.employees', formats: ['pdf', 'xlsx'], subject: 'person' },
  attempt: { permission: 'admin.staff.employees', formats: ['pdf', 'xlsx'], subject: 'attempt' },
  'attempt-scorm': { permission: 'admin.staff.employees', formats: ['pdf', 'xlsx'], subject: 'registration' },
  'phishing-campaign': { permission: 'admin.phishing.campaigns', formats: ['pdf', 'xlsx'], subject: 'campaign' },
  /** A department with its descendants, compared with the organisation. */
  department: { permission: 'admin.statistics', formats: ['pdf', 'xlsx'], subject: 'department' },
  /** Who has finished which assigned course by which date, for audits. */
  compliance: { permission: 'admin.statistics', formats: ['pdf', 'xlsx'], subject: 'organization' },
} as const satisfies Record<string, ReportKind>;
export type ReportCategory = keyof typeof reportKinds;
export const reportCategories = Object.keys(reportKinds) as [ReportCategory, ...ReportCategory[]];

/** The kinds of reports that a person with these permissions may order, see and download. */
export const kindsFor = (permissions: ReadonlySet<Permission>): ReportCategory[] =>
  reportCategories.filter((kind) => permissions.has(reportKinds[kind].permission));
export const reportStatuses = ['in_progress', 'complete', 'error'] as const;
/** Error codes of a failed report; the web has a text for each code. */
export const reportErrors = ['failed', 'too_large', 'gone', 'timeout', 'cancelled', 'anonymous'] as const;
/** Kinds with results of simulations. They are not made for an anonymous organisation. */
export const kindsWithResults: readonly ReportCategory[] = ['pdf', 'phishing', 'phishing-campaign', 'department'];
/** Kinds whose author gets a link by email once the report is complete. */
export const emailedKinds: readonly string[] = ['pdf', 'certificate'] satisfies ReportCategory[];

/** Days of the compliance report, up to today, if no period is given. */
export const COMPLIANCE_DAYS = 365;
