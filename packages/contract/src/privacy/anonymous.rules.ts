/**
 * What a call of an anonymous organisation answers.
 * - `free`: it contains no results of simulations.
 * - `own`: it contains results of the caller alone.
 * - `totals`: results are null, except final totals of campaigns that at least five people received.
 * - `refused`: results of persons, or of groups that can be compared until they describe persons.
 */
export type Shown = 'free' | 'own' | 'totals' | 'refused';

/** Domains all of whose calls are treated alike, unless a call is listed below. */
const domains: Readonly<Record<string, Shown>> = {
  session: 'free',
  tokens: 'free',
  consent: 'free',
  events: 'free',
  imports: 'free',
  roles: 'free',
  scim: 'free',
  // Files with results of an anonymous organisation are not found.
  files: 'free',
  library: 'free',
  questions: 'free',
  presentations: 'free',
  learner: 'free',
  scorm: 'free',
  // The mailbox and the list of failed emails leave out emails that tell a result.
  settings: 'free',
  audit: 'free',
  certificates: 'free',
  'report-schedules': 'free',
  'suspicious-mail': 'totals',
  privacy: 'free',
  features: 'free',
  authenticator: 'free',
  'directory-sync': 'free',
  sso: 'free',
  employees: 'totals',
  departments: 'totals',
  tags: 'totals',
  automation: 'totals',
  learning: 'totals',
  organizations: 'totals',
  phishing: 'totals',
};

/** Calls of domains with results, and exceptions of the domains above. */
const calls: Readonly<Record<string, Shown>> = {
  'privacy.effect': 'totals',
  'automation.runs': 'refused',
  'automation.person-runs': 'refused',
  'campaigns.list': 'totals',
  'campaigns.statuses': 'free',
  'campaigns.auto-finish-date': 'free',
  'campaigns.last': 'totals',
  'campaigns.preflight': 'totals',
  'campaigns.test-email': 'free',
  'campaigns.create': 'free',
  'campaigns.create-filtered': 'free',
  'campaigns.get': 'totals',
  'campaigns.update': 'totals',
  'campaigns.approve': 'totals',
  'campaigns.refuse': 'totals',
  'campaigns.complete': 'totals',
  'campaigns.delete': 'free',
  'campaigns.course': 'free',
  'campaigns.departments': 'refused',
  'campaigns.os': 'refused',
  'campaigns.emails': 'totals',
  'campaigns.email': 'totals',
  'campaigns.users': 'refused',
  'campaigns.user-events': 'refused',
  'campaigns.overrule': 'refused',
  'campaigns.mark-reported': 'refused',
  'campaigns.figures': 'refused',
  'campaigns.timeline': 'refused',
  'campaigns.chain': 'free',
  'campaigns.follow-up-add': 'refused',
  'campaigns.follow-up-cancel': 'totals',
  'campaigns.pause': 'totals',
  'campaigns.resume': 'totals',
  'campaigns.gotcha': 'own',
  'campaigns.gotcha-used': 'own',
  'statistics.my-progress': 'own',
  'statistics.my-progress-change': 'own',
  'statistics.my-passed': 'own',
  'statistics.my-phishing': 'own',
  'statistics.my-risk-level': 'own',
  // Sums of final totals of whole campaigns, in the period in which they became final.
  'statistics.phishing': 'totals',
  'statistics.last-campaign': 'totals',
  // Progress in courses is a duty, not a result of simulations.
  'statistics.current-progress': 'free',
  'statistics.progress': 'free',
  'statistics.progress-groups': 'free',
  'statistics.courses-counts': 'free',
  'statistics.progress-group-people': 'free',
  'statistics.user-progress': 'free',
  'statistics.user-quizzes': 'free',
  'statistics.departments': 'refused',
  'phishing.template-statistics': 'refused',
  'statistics.user-risk-level': 'refused',
  'statistics.user-phishing': 'refused',
  'statistics.users': 'refused',
  'statistics.people-behind': 'refused',
  'statistics.people-ids': 'refused',
  // Figures of people who join, leave and get results one by one: two readings show the results of one person.
  'statistics.current-risk-level': 'refused',
  'statistics.risk-levels': 'refused',
  'statistics.risk-groups': 'refused',
  'statistics.repeat-clickers': 'refused',
  // Parts of the organisation that overlap: newcomers, months of departments, learners of a course.
  'statistics.risk-method': 'refused',
  'statistics.newcomers': 'refused',
  'statistics.heat-map': 'refused',
  'statistics.course-effects': 'refused',
  'reports.list': 'free',
  'reports.list-pdf': 'free',
  'reports.get': 'free',
  'reports.cancel': 'free',
  'reports.get-pdf': 'free',
  'reports.get-own': 'own',
  'reports.make-overview': 'refused',
  'reports.make-phishing-campaign': 'refused',
  'reports.make-phishing': 'refused',
  'reports.make-department': 'refused',
  'reports.make-progress': 'free',
  'reports.make-compliance': 'free',
  'reports.make-course': 'free',
  'reports.make-courses': 'free',
  'reports.make-attempt': 'free',
  'reports.make-scorm-attempt': 'free',
  'reports.make-certificate': 'free',
  'reports.make-modern-certificate': 'free',
  'reports.make-own-certificate': 'own',
  'reports.make-own-attempt': 'own',
  'reports.make-own-scorm-attempt': 'own',
};

/** What a call shows; undefined for a call that nobody has classified, which is refused. */
export const shownBy = (id: string): Shown | undefined => calls[id] ?? domains[id.slice(0, id.indexOf('.'))];
/** Ids that the table names; a test compares them with the contract. */
export const classifiedCalls: readonly string[] = Object.keys(calls);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const RESULT_ORDERS: readonly unknown[] = ['RISK_LEVEL', 'PHISHING_INDICATOR', 'PHISHING', 'INCIDENT_RISK', 'success'];

/** Whether an input selects people or campaigns by results of persons, or starts something that names people by their results. */
export const asksForResults = (input: unknown): boolean => {
  if (Array.isArray(input)) return input.some(asksForResults);
  if (!isFields(input)) return false;
  return (
    hasItems(input['phishing_events']) ||
    hasItems(input['oses']) ||
    Number(input['riskLevelMin'] ?? 0) > 0 ||
    Number(input['risk_level_from'] ?? 0) > 0 ||
    Number(input['riskLevelMax'] ?? 10) < 10 ||
    Number(input['risk_level_to'] ?? 10) < 10 ||
    input['hasAutoCourse'] === true ||
    (isFields(input['same_people']) && input['same_people']['reach'] !== null) ||
    // The number of recipients of a follow-up is a result of the people that its form keeps.
    isFields(input['post_campaign']) ||
    Object.values(input).some(asksForResults)
  );
};
/** Whether rows are sorted by results, which shows who or what has the worst. */
export const sortsByResults = (input: Fields): boolean =>
  RESULT_ORDERS.includes(input['sort_by']) || RESULT_ORDERS.includes(input['sort']);
