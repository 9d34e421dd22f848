import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { PASSWORD_MAX } from '../session/session.rules.ts';
import { flag, instant, page, paging, search } from '../paging.ts';
import { REPORTED_DAYS, RESULTS_MONTHS, TRACKING_DAYS } from './privacy.rules.ts';

const days = { tracking_days: z.int().min(TRACKING_DAYS.min).max(TRACKING_DAYS.max) };
const months = { results_months: z.int().min(RESULTS_MONTHS.min).max(RESULTS_MONTHS.max) };
const reported = { reported_days: z.int().min(REPORTED_DAYS.min).max(REPORTED_DAYS.max) };
const settings = z.strictObject({
  ...days, ...months, ...reported,
  /** Results of simulations are shown only as final totals of campaigns that at least five people received. */
  anonymous: z.boolean(),
  version: z.int(),
});
const retention = settings.extend({
  /** While anonymous mode is being turned off: since when, and how many results still belong to people. The mode is on until then. */
  ending: z.object({ since: instant, left: z.int() }).nullable(),
});
export type Retention = z.output<typeof retention>;
/** Proof of identity when anonymous mode is turned off, unless the caller has just signed in through the organisation. */
const retentionInput = settings.extend({
  /** Absent: the stored period stays. */
  reported_days: reported.reported_days.optional(),
  password: z.string().min(1).max(PASSWORD_MAX).optional(),
});

/** What the next nightly run would erase. */
const effect = z.object({
  /** Events of campaigns whose address and user agent would be cleared; null in an anonymous organisation. */
  traces: z.int().nullable().meta({ result: true }),
  /** Results of persons that would become anonymous. */
  results: z.int(),
  /** Daily points of persons in the charts that would be deleted. */
  points: z.int(),
  /** Reported messages that would be deleted. */
  messages: z.int(),
});

const consents = page(
  z.object({
    id: z.uuid(), full_name: z.string(), email: z.string(),
    consented_at: instant.nullable(), version: z.int().nullable(),
    /** Whether that is the current version. */
    agreed: z.boolean(),
  }),
).extend({
  /** The newest first; 0 is the text of the product. */
  versions: z.array(
    z.object({ version: z.int(), created_at: instant.nullable(), created_by_name: z.string().nullable(), people: z.int() }),
  ),
});
export type Consents = z.output<typeof consents>;

// None of these calls is in the specification.
export const privacyEndpoints = defineEndpoints({
  'privacy.retention': {
    method: 'GET', path: '/settings/privacy', permission: 'admin.settings.adfs',
    about: 'How long data about people is kept.',
    response: retention,
  },
  'privacy.effect': {
    method: 'GET', path: '/settings/privacy/effect', permission: 'admin.settings.adfs',
    about: 'What the next nightly run would erase with these periods.',
    query: z.strictObject({
      tracking_days: z.coerce.number().int().min(TRACKING_DAYS.min).max(TRACKING_DAYS.max),
      results_months: z.coerce.number().int().min(RESULTS_MONTHS.min).max(RESULTS_MONTHS.max),
      reported_days: z.coerce.number().int().min(REPORTED_DAYS.min).max(REPORTED_DAYS.max).default(REPORTED_DAYS.standard),
    }),
    response: effect,
  },
  'privacy.save': {
    method: 'PUT', path: '/settings/privacy', permission: 'admin.settings.adfs', least: 'system_admin',
    about: 'Sets how long data about people is kept. The next nightly run applies it; what it erases cannot be restored. Turning anonymous mode off needs a proof of identity (session.proof) and that every campaign has ended. A job then makes the results of its time anonymous for good, and reports to the administrators by email; the mode stays on until the job ends. Saving the mode as on stops the job; results that it has separated stay separated.',
    body: retentionInput, response: retention,
    errors: [
      'common.stale_version', 'privacy.campaigns_running', 'session.wrong_credentials', 'session.sign_in_again',
      'request.rate_limited',
    ],
    audit: { action: 'privacy.retention_set' },
    touches: ['privacy', 'session', 'campaigns', 'statistics', 'employees', 'departments', 'phishing', 'suspicious-mail', 'tags'],
  },
  'privacy.consents': {
    method: 'GET', path: '/settings/privacy/consents', permission: 'admin.settings.adfs',
    about: 'Versions of the consent, and registered people with the version that they agreed to and when.',
    query: z.strictObject({ search, agreed: flag.optional(), ...paging }),
    response: consents,
  },
  'privacy.own-data': {
    method: 'POST', path: '/auth/own-data', permission: 'signed-in', tenant: 'home', costs: 'own',
    about: 'Starts the export of everything stored about the caller to a ZIP archive of JSON and files.',
    response: z.object({ task_id: z.uuid() }), errors: ['task.limit'],
    audit: { action: 'privacy.own_data_exported' }, touches: [],
  },
});
