import { presentationKind } from '@sergak/contract/library/presentations.schema.ts';
import { z } from 'zod';

type Job = {
  readonly payload: z.ZodType;
  readonly attempts: number;
  /** Jobs with the same key that wait at the same time are merged into one. */
  readonly key?: (payload: never) => string;
  /** Instead of `key`: this prefix, a colon and the id of the organisation. */
  readonly keyPerOrganization?: string;
  /** Jobs of one queue run one after the other. The queue is this prefix, a colon and the id of the organisation. */
  readonly queuePerOrganization?: string;
  /** Instead of `queuePerOrganization`: the name of a queue of the whole installation. */
  readonly queue?: string;
  /** Starts this late, so that one run can take the people of those that are queued meanwhile as well. */
  readonly gathersSeconds?: number;
  /** Runs in a slot for jobs of this kind only: long files must not keep emails waiting. Other jobs share the main slots. */
  readonly slots?: 'reports';
};
const byOrganization = z.object({ organization_id: z.uuid() });

/** One entry per kind of background work. An entry without a handler does not compile. */
export const jobs = {
  'mail.send-email': {
    payload: byOrganization.extend({ outbox_id: z.uuid() }),
    attempts: 12,
    key: (p: { outbox_id: string }) => `outbox:${p.outbox_id}`,
  },
  'employees.read-import': {
    payload: byOrganization.extend({ import_id: z.uuid() }),
    attempts: 3,
    key: (p: { import_id: string }) => `import-read:${p.import_id}`,
  },
  'employees.apply-import': {
    payload: byOrganization.extend({
      import_id: z.uuid(),
      task_id: z.uuid(),
      need_message: z.boolean(),
      add_type: z.string(),
      returning: z.string().optional(),
    }),
    attempts: 3,
    key: (p: { import_id: string }) => `import-apply:${p.import_id}`,
  },
  'employees.write-export': {
    payload: byOrganization.extend({
      task_id: z.uuid(),
      employee_id: z.uuid(),
      language: z.enum(['ru', 'en', 'uz']),
      time_zone: z.string(),
      selection: z.unknown(),
    }),
    attempts: 3,
    key: (p: { task_id: string }) => `employees-export:${p.task_id}`,
  },
  'employees.wipe-removed': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'employees-wipe',
  },
  /** The tasks of one organisation run one after the other, so that they do not wait for each other's row locks. */
  'bulk.work-through': {
    payload: byOrganization.extend({ task_id: z.uuid() }),
    attempts: 8,
    key: (p: { task_id: string }) => `bulk:${p.task_id}`,
    queuePerOrganization: 'bulk',
  },
  'audit.write-export': {
    payload: byOrganization.extend({
      task_id: z.uuid(),
      employee_id: z.uuid(),
      language: z.enum(['ru', 'en', 'uz']),
      time_zone: z.string(),
      filter: z.unknown(),
      newest: z.int(),
    }),
    attempts: 3,
    key: (p: { task_id: string }) => `audit-export:${p.task_id}`,
  },
  'tags.refresh-membership': {
    // `onboarding: false`: people who join a tag get no actions.
    payload: byOrganization.extend({ employee_ids: z.array(z.uuid()).nullable(), onboarding: z.boolean().optional() }),
    attempts: 5,
  },
  'automation.run-actions': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'automation',
    queuePerOrganization: 'automation',
  },
  'campaigns.plan-emails': {
    payload: byOrganization.extend({ campaign_id: z.uuid() }),
    attempts: 5,
    key: (p: { campaign_id: string }) => `campaign-plan:${p.campaign_id}`,
  },
  'campaigns.advance': {
    payload: byOrganization.extend({ campaign_id: z.uuid() }),
    attempts: 8,
    key: (p: { campaign_id: string }) => `campaign-advance:${p.campaign_id}`,
  },
  'campaigns.react-to-results': {
    payload: byOrganization.extend({ campaign_id: z.uuid() }),
    attempts: 8,
    key: (p: { campaign_id: string }) => `campaign-react:${p.campaign_id}`,
  },
  'learning.advance-assignments': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'learning-advance',
  },
  'learning.send-emails': {
    payload: byOrganization,
    attempts: 8,
    keyPerOrganization: 'learning-emails',
  },
  'learning.send-reminders': {
    payload: byOrganization,
    attempts: 8,
    keyPerOrganization: 'learning-reminders',
  },
  /** One at a time for each organisation: a second one would wait for the lock of the figures in a transaction. */
  'statistics.refresh-people': {
    payload: byOrganization.extend({ employee_ids: z.array(z.uuid()).nullable() }),
    attempts: 5,
    queuePerOrganization: 'figures',
    gathersSeconds: 2,
  },
  'statistics.count-sent': {
    payload: byOrganization.extend({ campaign_id: z.uuid(), since: z.iso.datetime({ offset: true }) }),
    attempts: 5,
    key: (p: { campaign_id: string; since: string }) =>
      `statistics-sent:${p.campaign_id}:${Date.parse(p.since) / 1000}`,
  },
  'statistics.store-daily-points': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'risk-points',
    queuePerOrganization: 'figures',
  },
  'notifications.settle': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'notifications-settle',
  },
  'notifications.write-emails': {
    payload: byOrganization,
    attempts: 8,
    keyPerOrganization: 'notifications-emails',
  },
  'notifications.write-digest': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'notifications-digest',
  },
  'reports.make-report': {
    payload: byOrganization.extend({ report_id: z.uuid() }),
    attempts: 3,
    key: (p: { report_id: string }) => `report:${p.report_id}`,
    slots: 'reports',
  },
  /** Orders the reports of the last due delivery of a schedule. */
  'report-schedules.order': { payload: byOrganization, attempts: 5, keyPerOrganization: 'report-schedule' },
  /** Sends a delivery once all of its reports have ended; does nothing before. */
  'report-schedules.send': {
    payload: byOrganization.extend({ delivery_id: z.uuid() }),
    attempts: 5,
    key: (p: { delivery_id: string }) => `report-delivery:${p.delivery_id}`,
  },
  'certificates.issue': {
    payload: byOrganization.extend({ learner_id: z.uuid() }),
    attempts: 8,
    key: (p: { learner_id: string }) => `certificate:${p.learner_id}`,
  },
  'certificates.issue-missing': {
    payload: byOrganization.extend({ task_id: z.uuid(), course_id: z.uuid() }),
    attempts: 3,
    key: (p: { task_id: string }) => `certificates-issue:${p.task_id}`,
  },
  'certificates.remind': { payload: byOrganization, attempts: 8, keyPerOrganization: 'certificates-remind' },
  'privacy.forget-people': {
    payload: byOrganization.extend({ employee_ids: z.array(z.uuid()) }),
    attempts: 8,
  },
  'certificates.forget-people': {
    payload: byOrganization.extend({ employee_ids: z.array(z.uuid()) }),
    attempts: 8,
  },
  'certificates.write-archive': {
    payload: byOrganization.extend({
      task_id: z.uuid(),
      employee_id: z.uuid(),
      design: z.enum(['classic', 'modern']),
      ids: z.array(z.uuid()),
    }),
    attempts: 3,
    key: (p: { task_id: string }) => `certificates-archive:${p.task_id}`,
  },
  /** One after the other in the whole installation: a conversion uses a processor core and some hundred megabytes. */
  'library.import-presentation': {
    payload: byOrganization.extend({
      task_id: z.uuid(),
      module_id: z.uuid(),
      file_id: z.uuid(),
      kind: presentationKind,
      with_notes: z.boolean(),
      employee_id: z.uuid(),
      employee_name: z.string(),
    }),
    attempts: 5,
    key: (p: { task_id: string }) => `presentation:${p.task_id}`,
    queue: 'presentations',
  },
  'packs.write-pack': {
    payload: byOrganization.extend({
      task_id: z.uuid(),
      employee_id: z.uuid(),
      courses: z.array(z.uuid()),
      templates: z.array(z.uuid()),
    }),
    attempts: 3,
    key: (p: { task_id: string }) => `pack-export:${p.task_id}`,
  },
  'packs.import-pack': {
    payload: byOrganization.extend({
      task_id: z.uuid(),
      file_id: z.uuid(),
      employee_id: z.uuid(),
      employee_name: z.string(),
      may_templates: z.boolean(),
    }),
    attempts: 5,
    key: (p: { task_id: string }) => `pack-import:${p.task_id}`,
  },
  'scorm.apply-rule': {
    payload: byOrganization.extend({ assignment_id: z.uuid() }),
    attempts: 5,
    key: (p: { assignment_id: string }) => `scorm-rule:${p.assignment_id}`,
  },
  'scorm.import-package': {
    payload: byOrganization.extend({ import_id: z.uuid() }),
    attempts: 3,
    key: (p: { import_id: string }) => `scorm-import:${p.import_id}`,
  },
  /** One after the other for each organisation: two readers of one mailbox would wait for each other. */
  'suspicious-mail.read-reports': {
    payload: byOrganization,
    attempts: 1,
    keyPerOrganization: 'report-mailbox',
    queuePerOrganization: 'report-mailbox',
  },
  /** Reads the directory of an organisation into an import, which waits for its confirmation. */
  'directory-sync.read-preview': {
    payload: byOrganization.extend({ task_id: z.uuid() }),
    attempts: 3,
    key: (p: { task_id: string }) => `directory-preview:${p.task_id}`,
  },
  /** Reads the directory and applies the import at once. */
  'directory-sync.run-scheduled': { payload: byOrganization, attempts: 3, keyPerOrganization: 'directory-sync' },
  'privacy.apply-retention': {
    payload: byOrganization,
    attempts: 8,
    keyPerOrganization: 'privacy-retention',
    queuePerOrganization: 'privacy-retention',
  },
  /** Not next to a run of retention, which separates results as well. */
  'privacy.end-anonymity': {
    payload: byOrganization,
    attempts: 8,
    keyPerOrganization: 'end-anonymity',
    queuePerOrganization: 'privacy-retention',
  },
  'privacy.write-own-data': {
    payload: byOrganization.extend({ task_id: z.uuid(), employee_id: z.uuid() }),
    attempts: 3,
    key: (p: { task_id: string }) => `own-data:${p.task_id}`,
  },
  'files.remove-bytes': { payload: byOrganization.extend({ keys: z.array(z.string()) }), attempts: 12 },
  'organizations.install-starter': {
    payload: byOrganization.extend({ language: z.enum(['ru', 'en', 'uz']) }),
    attempts: 8,
    keyPerOrganization: 'starter',
  },
  /** Belongs to the parent, because the child itself is deleted. */
  'organizations.remove-child': {
    payload: byOrganization.extend({ child_id: z.uuid(), task_id: z.uuid() }),
    attempts: 25,
    key: (p: { child_id: string }) => `organization-remove:${p.child_id}`,
  },
  'organizations.remind-unregistered': {
    payload: byOrganization,
    attempts: 8,
    keyPerOrganization: 'invite-reminders',
  },
  'organizations.remind-of-licence': {
    payload: byOrganization,
    attempts: 8,
    keyPerOrganization: 'licence-reminder',
  },
  'organizations.check-domains': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'domain-checks',
  },
  /** Has no organisation: the owner of the address is not known yet. */
  'session.send-recovery': { payload: z.object({ email: z.string() }), attempts: 5 },
  /** Every minute, once for the installation: runs the due work of each organisation. */
  'system.sweep': { payload: z.object({}).loose(), attempts: 1 },
} as const satisfies Record<string, Job>;
export type JobName = keyof typeof jobs;
/** The kind of slot in which a job runs. */
export const slotsOf = (name: JobName): 'main' | 'reports' => (jobs[name] as Job).slots ?? 'main';
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>;
/** Jobs about people of the organisation; null means everyone. */
export type OrganizationJob = {
  [N in JobName]: JobPayload<N> extends { organization_id: string } ? N : never;
}[JobName];
export type InstallationJob = Exclude<JobName, OrganizationJob>;
/** Jobs of which many may wait at once. */
export type ManyJob = {
  [N in OrganizationJob]: (typeof jobs)[N] extends { keyPerOrganization: string } | { queue: string } ? never : N;
}[OrganizationJob];
/** Jobs with a key of their own and without a queue, of which one waits at a time. */
export type OnceJob = {
  [N in ManyJob]: (typeof jobs)[N] extends { queuePerOrganization: string }
    ? never
    : (typeof jobs)[N] extends { key: (payload: never) => string }
      ? N
      : never;
}[ManyJob];
export type JobPart<N extends OrganizationJob> = Omit<JobPayload<N>, 'organization_id'> & {
  readonly organization_id?: never;
};
export type JobAboutPeople = 'tags.refresh-membership' | 'statistics.refresh-people';
