import { z } from 'zod';
import { emailAddress, id, instant } from '../paging.ts';
import { reportErrors, reportStatuses } from '../reports/reports.rules.ts';
import { language } from '../session/session.schema.ts';
import { ADDRESSES_MAX, frequencies, scheduledKinds } from './report-schedules.rules.ts';

const timing = {
  frequency: z.enum(frequencies),
  weekday: z.int().min(1).max(7),
  month_day: z.int().min(1).max(31),
  hour: z.int().min(0).max(23),
};

export const reportScheduleInput = z.strictObject({
  ...timing,
  kinds: z.array(z.enum(scheduledKinds)).max(scheduledKinds.length),
  /** Language of the reports and of the emails. */
  language,
  /** Whether the members of the tag «отчеты» get the reports. */
  to_tag: z.boolean(),
  addresses: z.array(emailAddress).max(ADDRESSES_MAX),
  /** Whether people who may not open a report in the portal get it as an attachment. */
  attach: z.boolean(),
});
export type ReportScheduleInput = z.output<typeof reportScheduleInput>;

/** Who a named address belongs to, and what keeps it from getting reports. */
const addressStates = ['employee', 'outside', 'left', 'foreign_domain'] as const;
/** Why nothing is sent at all. */
const stoppedBy = ['licence_expired'] as const;

export const reportSchedule = z.object({
  ...timing,
  kinds: z.array(z.enum(scheduledKinds)),
  language,
  to_tag: z.boolean(),
  attach: z.boolean(),
  addresses: z.array(z.object({ email: z.string(), name: z.string().nullable(), state: z.enum(addressStates) })),
  time_zone: z.string(),
  /** The next planned delivery; null if the schedule is off. */
  next_at: instant.nullable(),
  tag: z.object({ id, members_count: z.int() }).nullable(),
  /** Verified domains, to which named addresses have to belong. */
  domains: z.array(z.string()),
  stopped_by: z.enum(stoppedBy).nullable(),
  version: z.int(),
});
export type ReportSchedule = z.output<typeof reportSchedule>;

/** `preparing`: reports are being made; `sending`: emails are queued. The others are final. */
const deliveryStates = ['preparing', 'sending', 'sent', 'partly', 'failed'] as const;
/** Why a delivery as a whole did not reach anybody. */
const deliveryReasons = ['licence_expired', 'no_recipients', 'too_many_recipients', 'reports_failed'] as const;
/** What a recipient got, or why nothing was sent. */
const recipientStates = ['queued', 'sent', 'failed', 'left', 'foreign_domain', 'no_permission', 'no_account'] as const;

export const reportDelivery = z.object({
  id,
  /** `manual`: a person pressed «send now». */
  trigger: z.enum(['schedule', 'manual']),
  /** The planned time; later than that is a delivery that was made up after downtime. */
  due_at: instant,
  created_at: instant,
  state: z.enum(deliveryStates),
  reason: z.enum(deliveryReasons).nullable(),
  ordered_by: z.string().nullable(),
  reports: z.array(
    z.object({ kind: z.enum(scheduledKinds), status: z.enum(reportStatuses), error: z.enum(reportErrors).nullable() }),
  ),
  recipients: z.array(
    z.object({
      /** Empty for a person whose data has been erased. */
      email: z.string(),
      name: z.string().nullable(),
      state: z.enum(recipientStates),
      attached: z.boolean(),
      /** The last answer of the mail server. */
      reply: z.string().nullable(),
    }),
  ),
});
export type ReportDelivery = z.output<typeof reportDelivery>;
