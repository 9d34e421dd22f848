import { buffer } from 'node:stream/consumers';
import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import { sendOnce } from '@sergak/mail/connection.ts';
import { isServerTrouble } from '@sergak/mail/outcome.ts';
import { prepareMessage, type MessageAttachment } from '@sergak/mail/message.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { markSent, markTried } from '../../platform/outbox.ts';
import { findFile } from '../files/public.ts';
import { isOpen, settleNotifications } from '../notifications/public.ts';
import { mailTransport, sealedTransport, type MailTransport } from './mail-settings.service.ts';
import { markVerified } from './mail-settings.repo.ts';
import { findOutboxEmail, findSimulationState } from './outbox.query.ts';
import { failingMailServer } from './waiting.query.ts';

/** Headers by which the built-in mailbox finds the organisation of an email and its addressee in the outbox. */
export const ORGANIZATION_HEADER = 'X-Sergak-Organization';
export const OUTBOX_HEADER = 'X-Sergak-Email';

/** Hides sign-in links that a mail server quotes: its reply is shown to administrators. */
const withoutLinks = (reply: string) => reply.replace(/\/lk\/auth\/\S+/g, '/lk/auth/…');

type Stored = NonNullable<Awaited<ReturnType<typeof findOutboxEmail>>>;

/** Kind of a simulation that administrators send to themselves: the rules of simulations apply. */
export const SIMULATION_TEST = 'simulation_test';
/** A successful email of these kinds verifies the mail settings. */
const testKinds: readonly string[] = ['test_email', SIMULATION_TEST];

/** Why a test simulation must not be sent now, even if it was allowed when ordered; null if it may be sent. */
const findSimulationBlock = async (
  { db }: Platform,
  { organization_id, recipient }: Stored,
): Promise<string | null> => {
  const state = await inSystem(db, (tx) => findSimulationState(tx, organization_id, domainOf(recipient)));
  if (state.paused) return 'sending_paused';
  return state.verified ? null : 'domain_unverified';
};

/** The mail server through which an email is sent. Fails if the secret that sealed the settings of the server was lost. */
const transportOf = (platform: Platform, { organization_id, server_sealed }: Stored): Promise<MailTransport> =>
  server_sealed ? sealedTransport(platform, organization_id, server_sealed) : mailTransport(platform, organization_id);

/** Adds headers to a complete email. */
const withHeaders = (message: Buffer, headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    Buffer.from(
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join(''),
    ),
    message,
  ]);

/** Builds a transactional email. */
const buildEmail = (
  email: Stored,
  from: MailTransport['from'],
  headers: Readonly<Record<string, string>>,
  attachments: readonly MessageAttachment[],
): Buffer =>
  prepareMessage({
    from,
    attachments,
    subject: '{{subject}}',
    html: email.html.replaceAll('{{', '&#123;&#123;'),
    text: email.text.replaceAll('{{', '{ {'),
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  })({ subject: email.subject }, { to: { address: email.recipient }, messageId: email.message_id, date: now() });

/** The stored files that an email carries; null if one of them no longer exists. */
const readAttachments = async (ctx: JobCtx, email: Stored): Promise<MessageAttachment[] | null> => {
  if (email.attachments.length === 0) return [];
  const files = await ctx.run('read', async (tx) => {
    const found = [];
    for (const id of email.attachments) found.push(await findFile(tx, id));
    return found;
  });
  const read = files.map(async (file) =>
    file
      ? {
          filename: file.name,
          contentType: file.content_type,
          content: await buffer(await ctx.platform.files.read(file.storage_key)),
        }
      : null,
  );
  const found = await Promise.all(read);
  return found.some((one) => one === null) ? null : (found as MessageAttachment[]);
};

/**
 * Sends one transactional email: at least once, always with the same Message-ID, so that a repeat can be recognised. A permanent
 * rejection ends it; after other failures the queue tries again with growing delays.
 */
export const sendEmail = async (ctx: JobCtx, { organization_id, outbox_id }: JobPayload<'mail.send-email'>) => {
  const email = await ctx.run('read', (tx) => findOutboxEmail(tx, outbox_id));
  if (!email || email.state !== 'queued') return; // sent or given up already
  if (email.kind === SIMULATION_TEST) {
    const reason = await findSimulationBlock(ctx.platform, email);
    if (reason) {
      await ctx.run('write', (tx) => markTried(tx, outbox_id, `not sent: ${reason}`, true));
      return;
    }
  }
  const attachments = await readAttachments(ctx, email);
  if (attachments === null) {
    await ctx.run('write', (tx) => markTried(tx, outbox_id, 'not sent: an attached file no longer exists', true));
    return;
  }
  const fail = async (reason: string, final: boolean): Promise<void> => {
    await ctx.run('write', async (tx) => {
      await markTried(tx, outbox_id, reason, final);
      await settleNotifications(tx, failingMailServer);
    });
    if (!final) throw new Error(`an email was not delivered yet: ${reason}`);
  };
  const transport = await transportOf(ctx.platform, email).catch((error: Error) => error);
  if (transport instanceof Error) return fail(`the mail server cannot be used: ${transport.message}`, ctx.lastAttempt);
  const headers: Record<string, string> = transport.builtIn
    ? { [ORGANIZATION_HEADER]: organization_id, [OUTBOX_HEADER]: outbox_id }
    : {};
  const bytes = email.message
    ? withHeaders(email.message, headers)
    : buildEmail(email, transport.from, headers, attachments);
  const outcome = await sendOnce(transport.config, { from: transport.from.address, to: email.recipient }, bytes);
  ctx.platform.metrics.emails.inc({ kind: email.kind, outcome: outcome.kind });
  if (outcome.kind === 'accepted')
    return ctx.run('write', async (tx) => {
      await markSent(tx, outbox_id, withoutLinks(outcome.reply));
      if (await isOpen(tx, 'mail_server')) await settleNotifications(tx, failingMailServer);
      if (testKinds.includes(email.kind) && transport.version !== undefined) await markVerified(tx, transport.version);
    });
  const reason = withoutLinks(outcome.kind === 'rejected' ? outcome.reply : outcome.reason);
  const rejected = outcome.kind === 'rejected' && outcome.permanent && !isServerTrouble(outcome);
  return fail(reason, rejected || ctx.lastAttempt);
};
