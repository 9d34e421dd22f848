import { randomUUID } from 'node:crypto';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { reportSchedulesEndpoints } from '@sergak/contract/report-schedules/report-schedules.endpoints.ts';
import {
  nextDelivery,
  type Due,
  type ScheduledKind,
  type Timing,
} from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import type { ReportSchedule } from '@sergak/contract/report-schedules/report-schedules.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { domainOf } from '@sergak/contract/text.rules.ts';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { changesOf } from '../../platform/audit.ts';
import { requireVersion } from '../../platform/version.ts';
import { verifiedSenderDomains } from '../settings/public.ts';
import { orderReports } from './order.ts';
import * as query from './report-schedules.query.ts';
import * as repo from './report-schedules.repo.ts';

type In<K extends keyof typeof reportSchedulesEndpoints> = Input<(typeof reportSchedulesEndpoints)[K]>;

/** Values of the form while nothing is saved. */
const usual = {
  frequency: 'off' as const,
  weekday: 1,
  month_day: 1,
  hour: 9,
  kinds: ['pdf'] as ScheduledKind[],
  to_tag: true,
  attach: false,
};

/** The next delivery whose period has had none. */
const findNext = async (tx: Tx, timing: Timing, zone: string): Promise<Due | null> => {
  const first = nextDelivery(timing, zone, now());
  if (first === null) return null;
  const done = await query.deliveredPeriods(tx, [first.period]);
  return done.has(first.period) ? nextDelivery(timing, zone, first.at) : first;
};

const stateOf = (one: query.NamedRecipient, domains: readonly string[]) => {
  if (one.has_left) return 'left' as const;
  if (one.employee_id !== null) return 'employee' as const;
  return domains.includes(domainOf(one.email).toLowerCase()) ? ('outside' as const) : ('foreign_domain' as const);
};

/** The schedule for its page; default values while none is saved. */
export const readSchedule = async ({ tx }: Pick<Ctx, 'tx'>): Promise<ReportSchedule> => {
  const stored = await repo.findSchedule(tx);
  const organization = await query.findScheduleOrganization(tx);
  const domains = await verifiedSenderDomains(tx);
  const recipients = await query.namedRecipients(tx);
  const schedule = stored ?? { ...usual, language: organization.language as Language, version: 0 };
  const { frequency, weekday, month_day, hour, kinds, language, to_tag, attach, version } = schedule;
  const next = await findNext(tx, schedule, organization.time_zone);
  return {
    frequency,
    weekday,
    month_day,
    hour,
    kinds,
    language,
    to_tag,
    attach,
    addresses: recipients.map((one) => ({ email: one.email, name: one.name, state: stateOf(one, domains) })),
    time_zone: organization.time_zone,
    next_at: next?.at.toISOString() ?? null,
    tag: await query.findReportsTag(tx),
    domains,
    stopped_by: organization.licensed ? null : 'licence_expired',
    version,
  };
};

/** Resolves addresses to employees. Throws if an address belongs to nobody here and its domain is not verified. */
const resolveAddresses = async (tx: Tx, addresses: readonly string[]): Promise<repo.ReportRecipient[]> => {
  const unique = [...new Map(addresses.map((email) => [email.toLowerCase(), email])).entries()];
  const people = await query.findRecipientsByAddress(
    tx,
    unique.map(([key]) => key),
  );
  const domains = await verifiedSenderDomains(tx);
  const foreign = unique.filter(([key]) => !people.has(key) && !domains.includes(domainOf(key)));
  if (foreign.length > 0)
    throw new AppError('report_schedule.foreign_domain', { addresses: foreign.map(([, email]) => email) });
  return unique.map(([key, email]) => {
    const employee_id = people.get(key);
    return employee_id === undefined ? { employee_id: null, email } : { employee_id, email: null };
  });
};

const isSameTiming = (a: Timing, b: Timing): boolean =>
  a.frequency === b.frequency && a.weekday === b.weekday && a.month_day === b.month_day && a.hour === b.hour;

const audited = ['frequency', 'weekday', 'month_day', 'hour', 'kinds', 'language', 'to_tag', 'attach'] as const;

/** Sets when which reports are sent to whom. A new time applies from now on: nothing is sent for the time before. */
export const saveSchedule = async (ctx: Ctx, input: In<'report-schedules.save'>) => {
  const { tx, viewer } = ctx;
  const before = await repo.lockSchedule(tx);
  requireVersion(before, input.version);
  const { addresses, version, ...schedule } = input;
  const isOn = schedule.frequency !== 'off';
  if (isOn && schedule.kinds.length === 0) throw new AppError('report_schedule.no_kinds');
  if (isOn && !schedule.to_tag && addresses.length === 0) throw new AppError('report_schedule.no_recipients');
  const named = await query.namedRecipients(tx);
  const recipients = await resolveAddresses(tx, addresses);
  const kinds = [...new Set(schedule.kinds)];
  await repo.putSchedule(tx, {
    ...schedule,
    kinds,
    saved_by: viewer.id,
    settled_until: before && isSameTiming(before, schedule) ? before.settled_until : now(),
    version: version + 1,
  });
  await repo.replaceRecipients(tx, recipients);
  return new Logged(await readSchedule(ctx), {
    kind: 'report_schedule',
    changes: {
      ...changesOf(before, { ...schedule, kinds }, audited),
      // Addresses of employees are named by id, so that an erased address is stored nowhere.
      addresses: [
        named.filter((one) => one.employee_id === null).map((one) => one.email),
        recipients.flatMap((one) => one.email ?? []),
      ],
    },
    details: { people: recipients.flatMap((one) => one.employee_id ?? []) },
  });
};

/** Orders the reports of the schedule now, in addition to its planned deliveries. */
export const sendNow = async (ctx: Ctx) => {
  const { tx, viewer, platform } = ctx;
  const schedule = await repo.lockSchedule(tx);
  if (!schedule || schedule.kinds.length === 0) throw new AppError('report_schedule.no_kinds');
  const organization = await query.findScheduleOrganization(tx);
  if (!organization.licensed) throw new AppError('licence.expired');
  if (!schedule.to_tag && (await query.namedRecipients(tx)).length === 0)
    throw new AppError('report_schedule.no_recipients');
  if (await query.hasUnfinished(tx)) throw new AppError('report_schedule.running');
  const delivery = { period: `manual:${randomUUID()}`, due_at: now(), ordered_by: viewer.id };
  const id = (await repo.insertDelivery(tx, delivery))!;
  const person = { id: viewer.id, name: viewer.name };
  await orderReports({ tx, platform }, { id, due_at: delivery.due_at, schedule, organization, person });
  return new Logged(await query.findDelivery(tx, id), {
    kind: 'report_schedule',
    details: { ordered: schedule.kinds.length },
  });
};

export const listDeliveries = ({ tx }: Ctx, page: { limit: number; offset: number }) =>
  query.selectDeliveries(tx, page);
