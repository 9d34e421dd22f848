/**
 * Every figure that a page, a PDF or a workbook shows. A figure has one id wherever it is shown; `docs/figures.md` is made of this
 * list and of the names in `locales/*\/figures.json`. A count and its share are the same figure: `formula` names the base.
 */
type Figure = {
  readonly formula: string;
  readonly period: keyof typeof figurePeriods;
  readonly counts: keyof typeof figureCounts;
};

export const figurePeriods = {
  now: 'now',
  day: 'each day; today: now',
  period: 'the chosen last days with today; 90 by default',
  report: 'the days of the report',
  month: 'calendar month',
  months: 'last twelve calendar months with this one',
  campaign: 'from the launch to seven days after the end',
  always: 'all time',
  year: 'last 365 days',
  first_days: 'first 90 days after a person was added',
} as const;

export const figureCounts = {
  people:
    'people of the organisation or of the department with its descendants; no removed people, no machine accounts',
  leveled: 'those of them who have a level',
  counting: 'those of them with a course that counts',
  person: 'one person',
  learners: 'people in assignments: a person with two courses counts twice; no removed people',
  assignments: 'assignments of the organisation',
  recipients:
    'recipients of a campaign, of one of its emails, or of a department at the launch; also people removed since',
  delivered:
    'emails that were accepted or opened, by the department at the launch; no tests; also people removed since',
  received: 'emails of people who are on the staff today, by their department of today; no tests',
  template: 'emails of a template that were accepted or opened; no tests',
  reported: 'reports of emails that are no simulations; each report of an email counts',
} as const;

const of = (period: Figure['period'], counts: Figure['counts'], formula: string): Figure => ({
  formula,
  period,
  counts,
});

const risk = {
  risk_level: of(
    'now',
    'leveled',
    'Person: 0.7 × phishing indicator / 10 + 0.3 × (100 − learning progress) / 10, from those that exist. Group: mean.',
  ),
  risk_level_daily: of('day', 'leveled', 'Risk level at the end of the day.'),
  risk_change: of(
    'period',
    'leveled',
    'Risk level now − risk level at the start of the period; nothing across a change of the rules.',
  ),
  risk_points: of(
    'now',
    'leveled',
    'Points of a campaign or course in the level, and their share of the level; they add up to the level.',
  ),
  phishing_indicator: of(
    'now',
    'person',
    'Mean of the points of delivered emails (0, 10, 50, 80, 100 by result; −20 if reported); weights halve every 180 days. Group: mean.',
  ),
  learning_progress: of(
    'year',
    'counting',
    'Mean progress of a person in the courses that count for the risk. Group: mean over people.',
  ),
  learning_progress_daily: of('day', 'counting', 'Learning progress at the end of the day.'),
  learning_progress_change: of(
    'period',
    'counting',
    'Learning progress now − learning progress at the start of the period.',
  ),
  people: of('now', 'people', 'Number of people.'),
  people_with_level: of('now', 'leveled', 'Number of people with a risk level.'),
  people_low: of('now', 'leveled', 'People with a level below 4.'),
  people_middle: of('now', 'leveled', 'People with a level from 4 to below 7.'),
  people_high: of('now', 'leveled', 'People with a level from 7.'),
  people_missing: of('now', 'people', 'People without a level.'),
} as const;

const learning = {
  people_with_course: of('now', 'people', 'People with at least one assigned course.'),
  people_not_started: of('now', 'people', 'People with a course that they have not started.'),
  people_in_progress: of('now', 'people', 'People with a course that they have started and not finished.'),
  people_completed: of('now', 'people', 'People who have finished at least one course.'),
  people_behind: of(
    'now',
    'people',
    'People with an active, not paused course past its deadline with less than 100 %.',
  ),
  people_without_course: of('now', 'people', 'People without any course.'),
  learners: of('now', 'learners', 'Number of assigned courses, by person and course.'),
  learners_not_started: of('now', 'learners', 'Learners who have not started. Share: of learners.'),
  learners_in_progress: of(
    'now',
    'learners',
    'Learners who have started, are not finished, not behind and not likely late. Share: of learners.',
  ),
  learners_likely_late: of(
    'now',
    'learners',
    'Learners with less than a third of the term left and less than half done. Share: of learners.',
  ),
  learners_completed: of('now', 'learners', 'Learners who have finished. Share: of learners.'),
  learners_behind: of(
    'now',
    'learners',
    'Learners of active, not paused assignments past the deadline with less than 100 %. Share: of learners.',
  ),
  learners_progress: of(
    'now',
    'learners',
    'Mean over learners of completed steps / all steps; for one learner the own value.',
  ),
  learners_expected: of('now', 'learners', 'Mean share of the term that has passed.'),
  learners_work: of('day', 'learners', 'Sum of the shares of work that were done up to the day.'),
  learners_week: of('now', 'learners', 'Share of work done in the last seven days.'),
  learner_score: of(
    'now',
    'learners',
    'Mean of the best scores of quizzes and packages of a learner, or the score of one attempt.',
  ),
  learner_attempts: of('always', 'person', 'Attempts at quizzes and packages.'),
  learners_stopped: of(
    'now',
    'learners',
    'Learners who have not finished a material and whose last slide is this one.',
  ),
  question_wrong: of('always', 'learners', 'Wrong answers to a question in finished attempts. Share: of its answers.'),
  assignments: of('now', 'assignments', 'Number of assignments.'),
  assignments_active: of('now', 'assignments', 'Assignments that are active.'),
  quizzes_passed: of('always', 'person', 'Quizzes that the person passed at least once.'),
  quizzes_failed: of('always', 'person', 'Failed attempts at quizzes.'),
  due_learners: of('report', 'learners', 'Learners whose deadline is in the period.'),
  due_on_time: of('report', 'learners', 'Those of them who finished by the deadline.'),
  due_late: of('report', 'learners', 'Those of them who finished after the deadline.'),
  due_missed: of('report', 'learners', 'Those of them who are past the deadline and not finished.'),
  due_pending: of('report', 'learners', 'Those of them whose deadline is still ahead and who are not finished.'),
  due_share: of('report', 'learners', 'Finished learners / all with a deadline in the period.'),
  due_days_late: of('report', 'person', 'Days from the deadline to the completion, or to today.'),
} as const;

const campaign = {
  campaign_recipients: of('campaign', 'recipients', 'Number of recipients.'),
  campaign_sent: of('campaign', 'recipients', 'Emails that a mail server accepted. Share: of recipients.'),
  campaign_opened: of('campaign', 'recipients', 'Recipients with result opened or higher. Share: of recipients.'),
  campaign_clicked: of(
    'campaign',
    'recipients',
    'Recipients who used the link, also those with a higher result. Share: of recipients.',
  ),
  campaign_opened_attachment: of(
    'campaign',
    'recipients',
    'Recipients who opened the attachment. Share: of recipients.',
  ),
  campaign_entered_data: of('campaign', 'recipients', 'Recipients who entered data. Share: of recipients.'),
  campaign_reported: of('campaign', 'recipients', 'Recipients who reported the email. Share: of recipients.'),
  campaign_incident_risk: of(
    'campaign',
    'recipients',
    'Recipients who entered data or opened the attachment / recipients: a measured share.',
  ),
  campaign_fell: of(
    'campaign',
    'recipients',
    'Recipients who clicked, opened the attachment or entered data. Share: of recipients.',
  ),
  campaign_emails: of('campaign', 'recipients', 'Number of different emails.'),
  campaign_state: of('now', 'recipients', 'Emails in a state of delivery. Share: of recipients.'),
  campaign_system: of(
    'campaign',
    'recipients',
    'Recipients with a result, by operating system. Share: of recipients with a result.',
  ),
  campaign_reported_only: of(
    'campaign',
    'recipients',
    'Recipients who reported and neither clicked, opened the attachment nor entered data, at any time.',
  ),
  campaign_reported_fell: of(
    'campaign',
    'recipients',
    'Recipients who reported and also clicked, opened the attachment or entered data.',
  ),
  campaign_first_report: of('campaign', 'recipients', 'Time of the first report, and time from the first email to it.'),
  campaign_median_report: of('campaign', 'recipients', 'Median time from an email to its report.'),
  campaign_first_click: of(
    'campaign',
    'recipients',
    'Time from the first email to the first click or opened attachment.',
  ),
  campaign_median_click: of('campaign', 'recipients', 'Median time from an email to its click or opened attachment.'),
  campaign_events: of('campaign', 'recipients', 'First events of recipients by hour or day.'),
} as const;

const emails = {
  period_campaigns: of('period', 'delivered', 'Campaigns with an email in the period.'),
  period_delivered: of('period', 'delivered', 'Emails delivered in the period: the base of shares.'),
  period_sent: of('period', 'delivered', 'Emails of the period that a mail server accepted.'),
  period_opened: of('period', 'delivered', 'Those with result opened or higher. Share: of delivered.'),
  period_clicked: of('period', 'delivered', 'Those whose link was used. Share: of delivered.'),
  period_opened_attachment: of('period', 'delivered', 'Those whose attachment was opened. Share: of delivered.'),
  period_entered_data: of('period', 'delivered', 'Those after which data was entered. Share: of delivered.'),
  period_reported: of('period', 'delivered', 'Those that were reported. Share: of delivered.'),
  period_incident_risk: of(
    'period',
    'delivered',
    'Emails with entered data or an opened attachment / delivered: a measured share.',
  ),
  period_median_report: of('period', 'delivered', 'Median time from an email of the period to its report.'),
  emails_sent: of('always', 'received', 'Emails that a mail server accepted.'),
  emails_opened: of('always', 'received', 'Delivered emails with result opened or higher.'),
  emails_clicked: of('always', 'received', 'Delivered emails whose link was used.'),
  emails_opened_attachment: of('always', 'received', 'Delivered emails whose attachment was opened.'),
  emails_entered_data: of('always', 'received', 'Delivered emails after which data was entered.'),
  emails_reported: of('always', 'received', 'Delivered emails that were reported.'),
  emails_dangerous: of('always', 'received', 'Accepted emails after which data was entered or the attachment opened.'),
  emails_points: of('always', 'person', 'Points of one email, 0 to 100, and its weight in the phishing indicator.'),
  incident_risk_always: of(
    'always',
    'received',
    'Accepted emails with entered data or an opened attachment / accepted: a measured share.',
  ),
  template_campaigns: of('always', 'template', 'Campaigns with the template.'),
  template_delivered: of('always', 'template', 'Emails that were delivered: the base of shares.'),
  template_fell: of(
    'always',
    'template',
    'Emails whose link was used, whose attachment was opened or after which data was entered. Share: of delivered.',
  ),
  template_opened: of('always', 'template', 'Emails with result opened or higher. Share: of delivered.'),
  template_clicked: of('always', 'template', 'Emails whose link was used. Share: of delivered.'),
  template_opened_attachment: of('always', 'template', 'Emails whose attachment was opened. Share: of delivered.'),
  template_entered_data: of('always', 'template', 'Emails after which data was entered. Share: of delivered.'),
  template_reported: of('always', 'template', 'Emails that were reported. Share: of delivered.'),
} as const;

const analysis = {
  repeat_people: of(
    'always',
    'people',
    'People caught by two or more of their last emails. Share: of people with two emails.',
  ),
  month_caught: of(
    'month',
    'people',
    'People caught by an email of the month. Share: of people with an email of the month.',
  ),
  newcomers: of('year', 'people', 'People added in the last year, without the first month of the organisation.'),
  newcomers_caught: of(
    'first_days',
    'people',
    'Newcomers caught by an email of these days. Share: of newcomers with an email.',
  ),
  others_caught: of(
    'year',
    'people',
    'Other people, counted once for each month in which an email caught them. Share: of months with an email.',
  ),
  newcomers_completed: of('now', 'people', 'Newcomers who have finished a course, and those without any.'),
  course_finished: of('always', 'people', 'People who have finished the course.'),
  course_compared: of('always', 'people', 'Those of them with an email in the 180 days before and after.'),
  course_caught_before: of('always', 'people', 'Those compared whom the last email before the course caught.'),
  course_caught_after: of('always', 'people', 'Those compared whom the first email after the course caught.'),
} as const;

const reported = {
  reported_emails: of('months', 'reported', 'Number of reports of suspicious emails.'),
  verdict_time: of('months', 'reported', 'Median of the time from the arrival of a report to its first verdict.'),
  dangerous_emails: of(
    'months',
    'reported',
    'Reports with the verdict «dangerous»; share of the reports with a verdict.',
  ),
};

export const figures = { ...risk, ...learning, ...campaign, ...emails, ...analysis, ...reported } as const;
export type FigureId = keyof typeof figures;

/** The figure of a step of the funnel, of a campaign, of a period, of all emails of people, or of a template. */
export const stepFigure = <P extends 'campaign' | 'period', S extends string>(prefix: P, step: S) =>
  `${prefix}_${step}` as const;
