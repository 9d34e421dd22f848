import { permissionsOf } from '@sergak/contract/access/roles.ts';
import { RECIPIENTS_MAX } from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import { reportKinds } from '@sergak/contract/reports/reports.rules.ts';
import { domainOf } from '@sergak/contract/text.rules.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { ATTACHMENTS_MAX, queueEmails, type OutgoingEmail } from '../../platform/outbox.ts';
import { verifiedSenderDomains } from '../settings/public.ts';
import { reportsEmail } from './emails.ts';
import * as query from './report-schedules.query.ts';
import * as repo from './report-schedules.repo.ts';

type On = { readonly tx: Tx; readonly platform: Platform };
type Ended = repo.OrderedReport & { readonly report: query.FoundReport | undefined };

/** Reports of the delivery with their outcome; null while one of them is still being made. */
const endedReports = async (tx: Tx, delivery: repo.ScheduledDelivery): Promise<Ended[] | null> => {
  const ids = delivery.reports.flatMap((one) => one.report_id ?? []);
  const found = new Map((await query.findReports(tx, ids)).map((one) => [one.id, one]));
  if ([...found.values()].some((one) => one.status === 'in_progress')) return null;
  return delivery.reports.map((one) => {
    const report = one.report_id === null ? undefined : found.get(one.report_id);
    const isComplete = report?.status === 'complete' && report.file_id !== null;
    return {
      ...one,
      report,
      status: isComplete ? 'complete' : 'error',
      error: isComplete ? null : (report?.error ?? one.error ?? 'failed'),
    };
  });
};

/** Members of the tag and named recipients, each once. */
const findRecipients = async (tx: Tx, schedule: repo.Schedule): Promise<query.NamedRecipient[]> => {
  const members = schedule.to_tag ? await query.tagMembers(tx, RECIPIENTS_MAX + 1) : [];
  const all = new Map(members.map((one) => [one.email.toLowerCase(), one]));
  for (const one of await query.namedRecipients(tx)) {
    const key = one.email.toLowerCase();
    if (!all.has(key)) all.set(key, one);
  }
  return [...all.values()];
};

/** What one recipient may get: reports to open in the portal and reports as files, or why nothing is sent. */
type Share = {
  readonly recipient: query.NamedRecipient;
  readonly linked: readonly Ended[];
  readonly attached: readonly Ended[];
  readonly tooLarge: readonly Ended[];
  readonly skipped: repo.SkipReason | null;
};

const shareOf = (
  recipient: query.NamedRecipient,
  complete: readonly Ended[],
  { attach }: repo.Schedule,
  domains: readonly string[],
): Share => {
  const nothing = { recipient, linked: [], attached: [], tooLarge: [] };
  if (recipient.has_left) return { ...nothing, skipped: 'left' };
  if (recipient.employee_id === null && !domains.includes(domainOf(recipient.email).toLowerCase()))
    return { ...nothing, skipped: 'foreign_domain' };
  const granted = recipient.role === null ? new Set() : permissionsOf(recipient.role);
  const linked = complete.filter((one) => granted.has(reportKinds[one.kind].permission));
  const others = complete.filter((one) => !linked.includes(one));
  if (others.length === complete.length && complete.length > 0 && !attach)
    return { ...nothing, skipped: recipient.role === null ? 'no_account' : 'no_permission' };
  const files = attach ? others : [];
  const attached: Ended[] = [];
  let size = 0;
  for (const one of files) {
    if (size + (one.report?.size ?? 0) > ATTACHMENTS_MAX) continue;
    size += one.report?.size ?? 0;
    attached.push(one);
  }
  return { recipient, linked, attached, tooLarge: files.filter((one) => !attached.includes(one)), skipped: null };
};

type Outcome = {
  readonly wait: boolean;
  readonly reason: string | null;
  readonly queued: number;
  readonly skipped: number;
};

/** Queues the emails of a delivery and ends it. Does nothing while a report is still being made. */
export const sendReports = async ({ tx, platform }: On, delivery: repo.ScheduledDelivery): Promise<Outcome> => {
  const ended = await endedReports(tx, delivery);
  const schedule = await repo.findSchedule(tx);
  if (ended === null || !schedule) return { wait: true, reason: null, queued: 0, skipped: 0 };
  const organization = await query.findScheduleOrganization(tx);
  const reports = ended.map(({ report: _, ...one }) => one);
  const complete = ended.filter((one) => one.status === 'complete');
  const recipients = await findRecipients(tx, schedule);
  const stop = async (reason: string): Promise<Outcome> => {
    await repo.endDelivery(tx, delivery.id, { state: 'failed', reason, reports });
    return { wait: false, reason, queued: 0, skipped: 0 };
  };
  if (!organization.licensed) return stop('licence_expired');
  if (recipients.length === 0) return stop('no_recipients');
  if (recipients.length > RECIPIENTS_MAX) return stop('too_many_recipients');
  const domains = await verifiedSenderDomains(tx);
  const shares = recipients.map((one) => shareOf(one, complete, schedule, domains));
  const emails = shares.flatMap((share): OutgoingEmail[] =>
    share.skipped === null
      ? [
          reportsEmail({
            organization,
            language: schedule.language,
            portal: platform.urls.portal,
            delivery,
            recipient: share.recipient,
            linked: titlesOf(share.linked),
            attached: titlesOf(share.attached),
            tooLarge: titlesOf(share.tooLarge),
            failed: ended.flatMap((one) => (one.status === 'error' ? [one.kind] : [])),
            files: share.attached.flatMap((one) => one.report?.file_id ?? []),
          }),
        ]
      : [],
  );
  const ids = await queueEmails(tx, emails);
  let next = 0;
  const rows = shares.map(({ recipient, attached, skipped }): repo.DeliveryRecipient => {
    const outcome = { outbox_id: skipped === null ? ids[next++]! : null, skipped, attached: attached.length > 0 };
    const { employee_id, email } = recipient;
    return employee_id === null ? { employee_id, email, ...outcome } : { employee_id, email: null, ...outcome };
  });
  await repo.insertDeliveryRecipients(tx, delivery.id, rows);
  const failed = complete.length === 0;
  await repo.endDelivery(tx, delivery.id, {
    state: failed ? 'failed' : 'sent',
    reason: failed ? 'reports_failed' : null,
    reports,
  });
  return {
    wait: false,
    reason: failed ? 'reports_failed' : null,
    queued: ids.length,
    skipped: rows.length - ids.length,
  };
};

const titlesOf = (reports: readonly Ended[]): string[] => reports.map((one) => one.report?.title ?? '');
