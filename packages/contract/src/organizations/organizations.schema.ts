import { isMailDomain, pastedDomain } from '../email-address.rules.ts';
import { z } from 'zod';
import { day, title } from '../paging.ts';
import { newEmployee } from '../employees/employees.schema.ts';
import { language, logo } from '../session/session.schema.ts';
import { networkOf, OWN_NETWORKS_MAX } from './networks.rules.ts';
import {
  APPROVAL_ABOVE_MAX,
  DAILY_CAP_MAX,
  MINUTE_CAP_MAX,
  DAY_MINUTES,
  DESCRIPTION_MAX,
  DOMAIN_MAX,
  HOLIDAYS_MAX,
  NOTICE_TEXT_MAX,
  NOTICE_THEME_MAX,
  PERSON_GAP_HOURS_MAX,
  PERSON_WEEKLY_CAP_MAX,
  REMIND_EVERY_MAX,
  REMIND_TIMES_MAX,
  USERS_LIMIT_MAX,
} from './organizations.rules.ts';

export const licence = z.object({
  users_count: z.int(),
  users_limit: z.int(),
  /** Seats given to child organisations; they count against the limit as well. */
  children_limit: z.int(),
  start_date: day,
  end_date: day,
  expired: z.boolean(),
  /** Whole days until the last day, in the organisation's calendar; 0 on the last day, negative afterwards. */
  days_left: z.int(),
});

const minutes = z.int().min(0).max(DAY_MINUTES);

export const organization = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  title: z.string(),
  description: z.string(),
  language,
  time_zone: z.string(),
  brand_color: z.string(),
  work_from: minutes,
  work_to: minutes,
  work_days: z.array(z.int().min(1).max(7)),
  holidays: z.array(day),
  two_factor: z.boolean(),
  consent_required: z.boolean(),
  reveal_unknown_email: z.boolean(),
  sending_paused: z.boolean(),
  /** Maximum number of simulated emails of the organisation per day (of its calendar). */
  daily_cap: z.int(),
  /** Maximum number of simulated emails of the organisation per minute; null: as fast as the mail server accepts them. */
  minute_cap: z.int().nullable(),
  /** Maximum number of simulated emails to one person in any seven days. */
  person_weekly_cap: z.int(),
  /** Minimum number of hours between two simulated emails to one person. */
  person_gap_hours: z.int(),
  /** A campaign for more people than this waits for a second administrator; null: no campaign does. */
  approval_above: z.int().nullable(),
  /** The limit is the one of a new organisation, which is in force only while somebody can approve. */
  approval_is_default: z.boolean(),
  /** Networks from which the organisation's own people use the internet. */
  own_networks: z.array(z.string()),
  version: z.int(),
  logo,
});
export type Organization = z.output<typeof organization>;

/** One organisation as its page shows it. */
export const organizationPage = organization.extend({
  license: licence,
  children_count: z.int(),
  /** Number of people in the organisation who manage campaigns, and so could approve another person's campaign. */
  approvers_count: z.int(),
});

/** An address or a network in CIDR notation, of IPv4 or IPv6. */
const network = z
  .string()
  .trim()
  .max(50)
  .refine((text) => networkOf(text) !== null)
  .overwrite((text) => networkOf(text) ?? text);

const changeable = z
  .strictObject({
    title,
    description: z.string().trim().max(DESCRIPTION_MAX),
    language,
    time_zone: z.string().max(64),
    brand_color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
    work_from: minutes,
    work_to: minutes,
    work_days: z.array(z.int().min(1).max(7)).min(1).max(7),
    holidays: z.array(day).max(HOLIDAYS_MAX),
    consent_required: z.boolean(),
    reveal_unknown_email: z.boolean(),
    daily_cap: z.int().min(1).max(DAILY_CAP_MAX),
    minute_cap: z.int().min(1).max(MINUTE_CAP_MAX).nullable(),
    person_weekly_cap: z.int().min(1).max(PERSON_WEEKLY_CAP_MAX),
    person_gap_hours: z.int().min(1).max(PERSON_GAP_HOURS_MAX),
    approval_above: z.int().min(1).max(APPROVAL_ABOVE_MAX).nullable(),
    own_networks: z.array(network).max(OWN_NETWORKS_MAX),
  })
  .partial();
const version = z.int();
export const organizationChange = changeable.extend({ version });

const usersLimit = z.int().min(0).max(USERS_LIMIT_MAX);
/** Fields of a child that a parent can change: all fields that the child can change, and the licence. */
export const childChange = changeable.extend({
  version: version.optional(),
  users_limit: usersLimit.optional(),
  start_date: day.optional(),
  end_date: day.optional(),
});

/** What the first super user of a new installation is asked. */
export const setUp = z.strictObject({
  title,
  language,
  time_zone: z.string().max(64),
  users_limit: usersLimit.min(1),
});

export const newChild = z.strictObject({
  /** Parent of the new organisation; default: the acting organisation. */
  parent_id: z.uuid().optional(),
  title,
  language,
  time_zone: z.string().max(64),
  users_limit: usersLimit,
  start_date: day,
  end_date: day,
  administrator: newEmployee.pick({ email: true, last_name: true, first_name: true, middle_name: true }).optional(),
});

export const reminderConfig = z.strictObject({
  active: z.boolean(),
  every_days: z.int().min(1).max(REMIND_EVERY_MAX),
  most_times: z.int().min(1).max(REMIND_TIMES_MAX),
  hour: z.int().min(0).max(23),
});
export type ReminderConfig = z.output<typeof reminderConfig>;

export const notice = {
  theme: z
    .string()
    .trim()
    .min(1)
    .max(NOTICE_THEME_MAX)
    .regex(/^[^\r\n]*$/),
  text: z.string().trim().min(1).max(NOTICE_TEXT_MAX),
};
export const logoKind = z.enum(['light', 'dark']);

export const child = z.object({
  id: z.uuid(),
  title: z.string(),
  license: licence.omit({ days_left: true }),
  /** Number of child organisations. */
  children_count: z.int(),
});

/** A mail domain with at least one dot, in the stored spelling: `xn--80a1acny.test` and `https://почта.test/` become `почта.test`. */
export const domainName = z
  .string()
  .trim()
  .max(DOMAIN_MAX)
  .overwrite(pastedDomain)
  .refine(isMailDomain)
  .meta({ format: 'hostname' });

export const mailDomain = z.object({
  domain: z.string(),
  /** The required value of the DNS TXT record. */
  proof: z.string(),
  verified_at: z.string().nullable(),
  /** Until when a domain with a missing record remains valid; null if the last check found the record. */
  lost_at: z.string().nullable(),
  people: z.int(),
});
