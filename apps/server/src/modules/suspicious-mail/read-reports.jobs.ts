import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue, enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { mailTransport } from '../settings/public.ts';
import { toMailboxFault, openMailbox } from './mailbox-client.ts';
import * as addresses from './report-address.repo.ts';
import { storedMailboxConfig } from './report-address.service.ts';
import { readMessage } from './report-reading.ts';
import { deleteOld, READ_DAYS } from './reports.repo.ts';
import { takeReports, type ReportDelivery, type ReceivedReport } from './reports.service.ts';

/** Of a longer message only the beginning is read. */
const READ_MAX = 10 * 1024 * 1024;
/** Messages of one transaction, and the bytes after which the transaction comes earlier. */
const BATCH = 50;
const BATCH_BYTES = 16 * 1024 * 1024;
/** A run ends after this time, so that one mailbox does not keep a place of the worker; another run continues. */
const RUN_MS = 45_000;

/** Called between the stages of a batch, for tests that end the process there. */
export type Stages = { onRead?: () => Promise<void>; onStored?: () => Promise<void> };

/**
 * Reads the new messages of an organisation's report mailbox. The place in the folder moves in the transaction that stores
 * what a message means, so each message counts once, wherever the process ends. The flag \Seen follows for people who look.
 */
export const readReports = async (ctx: JobCtx, _payload: unknown, stages: Stages = {}): Promise<void> => {
  const mailbox = await ctx.run('read', addresses.findReportMailbox);
  if (!mailbox) return;
  let client: ImapFlow | null = null;
  try {
    client = await openMailbox(storedMailboxConfig(ctx.platform, mailbox));
    const isFull = await isMailboxFull(client, mailbox.folder);
    const isDone = await readNew(ctx, client, mailbox, stages);
    await ctx.run('write', async (tx) => {
      await addresses.noteSuccess(tx, mailbox.version, isFull);
      if (!isDone) await enqueue(tx, 'suspicious-mail.read-reports', {});
    });
    await client.logout().catch(() => {});
  } catch (error) {
    const fault = toMailboxFault(error);
    if (!fault) throw error;
    const { step, code, detail } = fault;
    ctx.platform.log.warn({ step, code }, 'a report mailbox could not be read');
    await ctx.run('write', (tx) =>
      addresses.noteMailboxFailure(tx, mailbox.version, mailbox.failures, {
        step,
        ok: false,
        code,
        detail,
        at: iso(now()),
      }),
    );
  } finally {
    client?.close();
  }
};

/** A mailbox at its quota rejects further reports. Servers without quotas answer nothing. */
const isMailboxFull = async (client: ImapFlow, folder: string): Promise<boolean> => {
  const quota = await client.getQuota(folder).catch(() => false as const);
  const { storage } = quota || {};
  return storage?.limit !== undefined && storage.usage !== undefined && storage.usage >= storage.limit * 0.98;
};

/** Reads until no message is new, the time is over or the process stops. Returns whether all have been read. */
const readNew = async (
  ctx: JobCtx,
  client: ImapFlow,
  mailbox: addresses.ReportMailboxRow,
  stages: Stages,
): Promise<boolean> => {
  const box = client.mailbox;
  if (!box) return true;
  const uidValidity = String(box.uidValidity);
  const last = mailbox.uid_validity === uidValidity ? Number(mailbox.last_uid) : 0;
  const since = after(now(), -READ_DAYS * DAY);
  const found = (await client.search({ uid: `${last + 1}:*`, since }, { uid: true })) || [];
  // «n:*» always contains the last message, even if its UID is below n.
  const uids = found.filter((uid) => uid > last).sort((a, b) => a - b);
  const { portal, phishing } = ctx.platform.urls;
  const { secrets } = ctx.platform;
  const delivery: ReportDelivery = { mailbox, from: await senderOf(ctx, mailbox), portal, phishing, secrets };
  const until = now().getTime() + RUN_MS;
  for (let at = 0; at < uids.length; at += BATCH) {
    if (ctx.signal.aborted || now().getTime() > until) return false;
    const part = uids.slice(at, at + BATCH);
    await readPart(ctx, client, part, {
      organizationId: mailbox.organization_id,
      delivery,
      version: mailbox.version,
      uidValidity,
      stages,
    });
    await client.messageFlagsAdd(part.join(','), ['\\Seen'], { uid: true }).catch(() => false);
  }
  return true;
};

/** Sender of emails to the security team; null without a mail server, or if nothing is sent on. */
const senderOf = async (ctx: JobCtx, mailbox: addresses.ReportMailboxRow) => {
  if (mailbox.forward_to === null) return null;
  try {
    return (await mailTransport(ctx.platform, mailbox.organization_id)).from;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

type Reading = {
  readonly organizationId: string;
  readonly delivery: ReportDelivery;
  readonly version: number;
  readonly uidValidity: string;
  readonly stages: Stages;
};

/** Reads these messages and stores them in one transaction, or in several if they are large. */
const readPart = async (ctx: JobCtx, client: ImapFlow, uids: readonly number[], reading: Reading): Promise<void> => {
  let batch: { uid: number; received: ReceivedReport | null }[] = [];
  let bytes = 0;
  const query = { uid: true, internalDate: true, size: true, source: { start: 0, maxLength: READ_MAX } };
  for await (const message of client.fetch(uids.join(','), query, { uid: true })) {
    // Flags that another session changed arrive among the answers, without a UID.
    if (!message.uid) continue;
    const received = await receive(message, reading.organizationId);
    batch.push({ uid: message.uid, received });
    bytes += received?.raw.length ?? 0;
    // A message that took all its time is stored at once, so that no restart reads it again.
    if (bytes < BATCH_BYTES && received?.isReadable !== false) continue;
    await storeBatch(ctx, batch, reading);
    batch = [];
    bytes = 0;
  }
  // A message that was deleted meanwhile is not answered; the place moves past it.
  await storeBatch(ctx, [...batch, { uid: uids.at(-1)!, received: null }], reading);
};

const receive = async (
  { source, internalDate, size }: FetchMessageObject,
  organizationId: string,
): Promise<ReceivedReport | null> => {
  if (!source) return null;
  return {
    ...(await readMessage(source, organizationId)),
    receivedAt: internalDate ? new Date(internalDate) : now(),
    size: size ?? source.length,
    raw: source,
  };
};

/** Stores what the messages mean, together with the place in the folder. */
const storeBatch = async (
  ctx: JobCtx,
  batch: readonly { uid: number; received: ReceivedReport | null }[],
  { delivery, version, uidValidity, stages }: Reading,
): Promise<void> => {
  await stages.onRead?.();
  await ctx.run('write', async (tx) => {
    const locked = await addresses.lockReportMailbox(tx);
    // The settings changed meanwhile: the next run reads with the new ones.
    if (locked?.version !== version) return;
    const last = locked.uid_validity === uidValidity ? Number(locked.last_uid) : 0;
    const news = batch.filter(({ uid, received }) => uid > last && received !== null);
    if (news.length > 0)
      await takeReports(
        tx,
        news.map(({ received }) => received!),
        delivery,
      );
    await addresses.moveOn(tx, uidValidity, Math.max(last, ...batch.map(({ uid }) => uid)));
  });
  await stages.onStored?.();
};

/** Once a minute: reads the mailboxes that are due and deletes old reports. */
export const sweepReportMailboxes = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const { organization_id } of await addresses.dueMailboxes(tx))
      await enqueueIn(tx, organization_id, 'suspicious-mail.read-reports', {});
    await deleteOld(tx);
  });
