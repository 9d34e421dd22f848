import { addressKey } from '@sergak/contract/email-address.rules.ts';
import type { Mailbox } from '@sergak/mail/message.ts';
import { HOUR, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { sealBytes } from '../../platform/sealed-bytes.ts';
import { queueEmails, queueMessage } from '../../platform/outbox.ts';
import { simulationMac } from '../settings/public.ts';
import { isTheSimulation } from './authenticity.rules.ts';
import { recordReports } from '../tracking/public.ts';
import { ATTACHED_MAX, forwardEmail, thanksEmail } from './report-emails.ts';
import type { ReportMailboxRow } from './report-address.repo.ts';
import type { ReadMessage } from './report-reading.ts';
import * as messages from './reported-messages.repo.ts';
import * as query from './reports.query.ts';
import * as repo from './reports.repo.ts';
import { settleNotifications } from '../notifications/public.ts';
import { unjudgedEmails } from './waiting.query.ts';

/** A message of the report mailbox as it is handled. */
export type ReceivedReport = ReadMessage & {
  readonly receivedAt: Date;
  readonly size: number;
  /** The beginning of the message, or all of it. */
  readonly raw: Buffer;
};
type ReportSettings = Pick<ReportMailboxRow, 'address' | 'forward_to' | 'thanks'>;
export type ReportDelivery = {
  readonly mailbox: ReportSettings;
  readonly from: Mailbox | null;
  readonly portal: string;
  readonly phishing: string;
  /** Seals the messages that are kept. */
  readonly secrets: Platform['secrets'];
};

type Judged = {
  readonly received: ReceivedReport;
  readonly outcome: repo.Outcome;
  /** Recipients whose own report this is. */
  readonly own: readonly query.ReportedRecipient[];
  readonly reporter: query.Reporter | undefined;
};
type Facts = {
  readonly organization: query.ReportingOrganization;
  readonly recipients: readonly query.ReportedRecipient[];
  readonly reporters: ReadonlyMap<string, query.Reporter>;
};

/**
 * Handles messages of the report mailbox: reports of simulations are counted once for each recipient and the people are
 * thanked; other emails are listed, and those of employees are sent to the security team. A message that was handled before changes nothing.
 */
export const takeReports = async (
  tx: Tx,
  messages: readonly ReceivedReport[],
  delivery: ReportDelivery,
): Promise<void> => {
  const all = messages.map(({ report }) => report);
  const facts: Facts = {
    organization: await query.findReportingOrganization(tx),
    recipients: await query.findReported(
      tx,
      all.flatMap(({ keys }) => keys),
      all.flatMap(({ messageIds }) => messageIds),
    ),
    reporters: await query.findReporters(tx, [
      ...new Set(all.flatMap(({ senders, addressees }) => [...senders, ...addressees])),
    ]),
  };
  const judged = messages.map((received) => judge(received, facts, delivery));
  const fresh = await repo.addReports(
    tx,
    judged.map(({ received, outcome }) => ({ digest: received.report.digest.toString('hex'), outcome })),
  );
  const told = new Set<string>();
  const news = judged.filter(({ received }) => {
    const digest = received.report.digest.toString('hex');
    const isNew = fresh.has(digest) && !told.has(digest);
    told.add(digest);
    return isNew;
  });
  await countReports(tx, news, facts, delivery);
  for (const one of news) if (one.outcome === 'suspicious') await takeSuspicious(tx, one, facts, delivery);
  await settleNotifications(tx, unjudgedEmails);
};

/**
 * A report counts for a recipient who sent it, or for the recipient of an email that arrives redirected (decision 0225). An email
 * that carries marks of a simulation and is not the simulation is suspicious.
 */
const judge = (received: ReceivedReport, facts: Facts, { mailbox, phishing }: ReportDelivery): Judged => {
  const { report } = received;
  const own = addressKey(mailbox.address);
  const senders = report.senders.filter((address) => address !== own);
  const found = facts.recipients.filter(
    (one) => report.keys.includes(one.tracking_key) || report.messageIds.includes(one.message_id),
  );
  const proofs = report.proofs.filter(
    ({ messageId, mac }) => simulationMac(facts.organization.header_key, messageId) === mac,
  );
  const direct = proofs.find((one) => one.direct)?.messageId;
  const mine = found.filter(
    (one) =>
      senders.some((address) => address === one.address || address === one.email) ||
      (one.message_id === direct && report.addressees.includes(one.address)),
  );
  const isSimulation = isTheSimulation(report, {
    found,
    mailbox: own,
    phishingHost: new URL(phishing).hostname,
    isEmployee: (address) => facts.reporters.has(address),
  });
  const outcome = report.automatic
    ? 'ignored'
    : !isSimulation
      ? 'suspicious'
      : mine.length > 0
        ? 'counted'
        : 'simulation';
  const reporterOf = (addresses: readonly string[]) =>
    addresses
      .filter((address) => address !== own)
      .map((address) => facts.reporters.get(address))
      .find((one) => one !== undefined);
  return { received, outcome, own: mine, reporter: reporterOf(senders) ?? reporterOf(report.addressees) };
};

/** Stores the reports of simulations and thanks the people: recipients for their first report. */
const countReports = async (
  tx: Tx,
  judged: readonly Judged[],
  facts: Facts,
  { mailbox }: ReportDelivery,
): Promise<void> => {
  const counted = judged.filter(({ outcome }) => outcome === 'counted');
  const at = new Map<number, Date>();
  for (const { own, received } of counted)
    for (const { id } of own) {
      const before = at.get(id);
      const when = earlier(received.receivedAt, now());
      at.set(id, before ? earlier(before, when) : when);
    }
  const stored = await recordReports(
    tx,
    [...at].map(([recipient_id, when]) => ({ recipient_id, at: when })),
  );
  if (!mailbox.thanks) return;
  const firsts = new Set(stored.map(({ recipient_id }) => Number(recipient_id)));
  const thanked = new Map<string, query.Reporter>();
  for (const { outcome, own, reporter } of judged) {
    const isDue = outcome === 'simulation' || (outcome === 'counted' && own.some(({ id }) => firsts.has(Number(id))));
    if (isDue && reporter) thanked.set(reporter.id, reporter);
  }
  await queueEmails(
    tx,
    [...thanked.values()].map((reporter) => thanksEmail(reporter, facts.organization, 'simulation')),
  );
};

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/**
 * Reports of one employee that are sent on to the security team within an hour. The sender of a report can be forged, and a
 * report may be large, so without a limit anybody could fill the security team's mailbox.
 */
const FORWARDED_PER_HOUR = 20;

/**
 * Room for the kept messages of an organisation, and the part of it for people who are no employees: anybody can write to the
 * report mailbox.
 */
const KEPT_MAX = 2 * 1024 ** 3;
const STRANGERS_MAX = KEPT_MAX / 4;

/** Whether the message itself is kept. Of a message that is too large only its beginning was read. */
const bodyOf = async (tx: Tx, { raw, size, isReadable }: ReceivedReport, isEmployee: boolean): Promise<repo.Body> => {
  if (size > raw.length) return 'too_large';
  if (!isReadable) return 'unreadable';
  const { all, strangers } = await messages.keptBytes(tx);
  const isFull = all + raw.length > KEPT_MAX || (!isEmployee && strangers + raw.length > STRANGERS_MAX);
  return isFull ? 'no_room' : 'kept';
};

/**
 * Lists an email that is no simulation, keeps its message sealed, sends it on to the security team and thanks the reporter. Reports
 * of people who are no employees, and reports of an employee above the limit, are neither sent on nor answered.
 */
const takeSuspicious = async (tx: Tx, one: Judged, facts: Facts, delivery: ReportDelivery): Promise<void> => {
  const { received, reporter } = one;
  const { mailbox, from, portal } = delivery;
  const { original, senders } = received.report;
  const reportedAt = earlier(received.receivedAt, now());
  const isAnswered =
    reporter !== undefined && (await repo.countReported(tx, reporter.id, reportedAt, HOUR)) < FORWARDED_PER_HOUR;
  const forwardTo = from === null || !isAnswered ? null : mailbox.forward_to;
  const row = {
    ...original,
    reporterId: reporter?.id ?? null,
    reporterAddress: reporter ? '' : (senders[0] ?? ''),
    reportedAt,
    size: received.size,
    unreadable: !received.isReadable,
    forwardedTo: forwardTo,
    body: await bodyOf(tx, received, reporter !== undefined),
  };
  if (await repo.wasReported(tx, row)) return;
  const id = await repo.addSuspicious(tx, row);
  if (row.body === 'kept') {
    const sealed = sealBytes(delivery, received.raw, messages.aboutMessage(facts.organization.id, id));
    await messages.putMessage(tx, id, sealed, received.raw.length);
  }
  if (from !== null && forwardTo !== null) {
    const email = forwardEmail({
      organization: facts.organization,
      from,
      to: forwardTo,
      portal,
      id,
      original,
      reporter: reporter ? `${reporter.name} <${reporter.email}>` : row.reporterAddress,
      raw: received.size <= ATTACHED_MAX ? received.raw : null,
    });
    await queueMessage(tx, { kind: 'suspicious_email', employeeId: null, to: forwardTo, ...email });
  }
  if (mailbox.thanks && isAnswered) await queueEmails(tx, [thanksEmail(reporter, facts.organization, 'suspicious')]);
};
