import { z } from 'zod';

type Job = {
  readonly payload: z.ZodType;
  readonly attempts: number;
  /** Two jobs with the same key waiting at once are one. */
  readonly key?: (payload: never) => string;
  /** Instead of `key`: this prefix, a colon and the id of the organisation. */
  readonly keyPerOrganization?: string;
  /** Jobs of one queue run one after the other. The queue is this prefix, a colon and the id of the organisation. */
  readonly queuePerOrganization?: string;
};
const byOrganization = z.object({ organization_id: z.uuid() });

/** One line per kind of background work. Adding a line without a handler stops the server from compiling. */
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
      event_id: z.uuid(),
      need_message: z.boolean(),
      add_type: z.string(),
      returning: z.string().optional(),
    }),
    attempts: 3,
    key: (p: { import_id: string }) => `import-apply:${p.import_id}`,
  },
  'employees.write-export': {
    payload: byOrganization.extend({
      event_id: z.uuid(),
      employee_id: z.uuid(),
      language: z.enum(['ru', 'en', 'uz']),
      time_zone: z.string(),
      selection: z.unknown(),
    }),
    attempts: 3,
    key: (p: { event_id: string }) => `employees-export:${p.event_id}`,
  },
  'employees.wipe-removed': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'employees-wipe',
  },
  /** Those of one organisation come one after the other, so that they do not wait for each other's rows. */
  'bulk.work-through': {
    payload: byOrganization.extend({ event_id: z.uuid() }),
    attempts: 8,
    key: (p: { event_id: string }) => `bulk:${p.event_id}`,
    queuePerOrganization: 'bulk',
  },
  'audit.write-export': {
    payload: byOrganization.extend({
      event_id: z.uuid(),
      employee_id: z.uuid(),
      language: z.enum(['ru', 'en', 'uz']),
      time_zone: z.string(),
      filter: z.unknown(),
      newest: z.int(),
    }),
    attempts: 3,
    key: (p: { event_id: string }) => `audit-export:${p.event_id}`,
  },
  'tags.refresh-membership': {
    payload: byOrganization.extend({ employee_ids: z.array(z.uuid()).nullable() }),
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
  'campaigns.forget-people': {
    payload: byOrganization.extend({ employee_ids: z.array(z.uuid()) }),
    attempts: 8,
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
  'statistics.refresh-people': {
    payload: byOrganization.extend({ employee_ids: z.array(z.uuid()).nullable() }),
    attempts: 5,
  },
  // Ordered by end_emails of the database, under this key.
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
  },
  'reports.make-report': {
    payload: byOrganization.extend({ report_id: z.uuid() }),
    attempts: 3,
    key: (p: { report_id: string }) => `report:${p.report_id}`,
  },
  'files.remove-bytes': { payload: byOrganization.extend({ keys: z.array(z.string()) }), attempts: 12 },
  'organizations.install-starter': {
    payload: byOrganization.extend({ language: z.enum(['ru', 'en', 'uz']) }),
    attempts: 8,
    keyPerOrganization: 'starter',
  },
  /** Belongs to the parent: the child itself is what goes. */
  'organizations.remove-child': {
    payload: byOrganization.extend({ child_id: z.uuid(), event_id: z.uuid() }),
    attempts: 25,
    key: (p: { child_id: string }) => `organization-remove:${p.child_id}`,
  },
  'organizations.remind-unregistered': {
    payload: byOrganization,
    attempts: 8,
    keyPerOrganization: 'invite-reminders',
  },
  'organizations.check-domains': {
    payload: byOrganization,
    attempts: 5,
    keyPerOrganization: 'domain-checks',
  },
  /** Of no organisation: it is not known yet who has this address, if anybody. */
  'session.send-recovery': { payload: z.object({ email: z.string() }), attempts: 5 },
  /** Every minute, once for the installation: wakes what is due in each organisation. */
  'system.sweep': { payload: z.object({}).loose(), attempts: 1 },
} as const satisfies Record<string, Job>;
export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>;
/** Jobs that belong to an organisation. */
export type OrganizationJob = {
  [N in JobName]: JobPayload<N> extends { organization_id: string } ? N : never;
}[JobName];
/** Jobs that belong to no organisation. */
export type InstallationJob = Exclude<JobName, OrganizationJob>;
/** Jobs of which many can be queued by one statement: neither their key nor their queue names the organisation. */
export type ManyJob = {
  [N in OrganizationJob]: (typeof jobs)[N] extends { keyPerOrganization: string } | { queuePerOrganization: string }
    ? never
    : N;
}[OrganizationJob];
/** A payload as it is queued: the organisation is added while the job is queued. */
export type JobPart<N extends OrganizationJob> = Omit<JobPayload<N>, 'organization_id'> & {
  readonly organization_id?: never;
};
/** Jobs about people of the organisation; null means everybody. */
export type JobAboutPeople = 'tags.refresh-membership' | 'statistics.refresh-people';
