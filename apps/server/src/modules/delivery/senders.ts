import { after, MINUTE, now, SECOND } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { openOutcomes } from './outcomes.ts';
import { Sending } from './sending.ts';
import { openOwner } from './owner.repo.ts';
import { recoverLeases, renewLeases } from './delivery.repo.ts';
import { organizationsWithDueEmails } from './due.query.ts';
import { LEASE_MS, PAUSES } from './delivery.rules.ts';
import type { SenderOptions } from './delivery.types.ts';
import { mailTransport } from '../settings/public.ts';

export type Sender = { stop(): Promise<void> };

export const SENDER_DEFAULTS: SenderOptions = {
  transport: mailTransport,
  batch: 100,
  pollMs: 200,
  leaseMs: LEASE_MS,
  recoverMs: 2 * SECOND,
  pauses: PAUSES,
  awayStepsMs: undefined,
  graceMs: 20 * SECOND,
};

/** Watches for due emails of all organisations and sends the emails of each through its own mail server. */
export const startSender = async (platform: Platform, options: SenderOptions): Promise<Sender> => {
  const { db, log } = platform;
  const owner = await openOwner(platform);
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const outcomes = openOutcomes(db, failed('the state of emails could not be written'));
  const running = new Map<string, { sending: Sending; transport: string }>();
  let isStopping = false;

  const open = async (organizationId: string): Promise<void> => {
    const transport = await options.transport(platform, organizationId);
    if (isStopping || running.has(organizationId)) return;
    const { nextClaim } = owner;
    const sending = new Sending({ platform, organizationId, transport, outcomes, options, nextClaim });
    running.set(organizationId, { sending, transport: JSON.stringify(transport) });
    void sending.finished
      .catch(failed('sending of an organisation ended badly'))
      .finally(() => running.delete(organizationId));
  };
  const look = async (): Promise<void> => {
    for (const id of await organizationsWithDueEmails(db, now()))
      if (!running.has(id)) await open(id).catch(failed('the mail server of an organisation cannot be used'));
  };
  /** Applies changed mail settings while emails are being sent: old connections are closed, new ones opened. */
  const refresh = async (): Promise<void> => {
    for (const [id, { sending, transport }] of running)
      if (JSON.stringify(await options.transport(platform, id)) !== transport) void sending.stop(options.graceMs);
  };
  const recover = async (): Promise<void> => {
    const counts = await recoverLeases(db, now());
    if (counts.requeued + counts.cancelled + counts.unknown > 0)
      log.warn(counts, 'emails of an ended sender were taken back');
  };
  /** A claim that committed although its answer was lost is not among these: its lease expires. */
  const claims = () => [...[...running.values()].flatMap(({ sending }) => sending.claims()), ...outcomes.claims()];
  const loops = [
    every(options.pollMs, look, failed('due emails could not be looked for')),
    every(options.recoverMs, recover, failed('leases could not be checked')),
    every(
      options.leaseMs / 4,
      () => renewLeases(db, claims(), after(now(), options.leaseMs)),
      failed('leases could not be renewed'),
    ),
    every(MINUTE / 6, refresh, failed('mail settings could not be read')),
  ];
  return {
    async stop() {
      isStopping = true;
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([...running.values()].map(({ sending }) => sending.stop(options.graceMs)));
      await Promise.race([outcomes.flush(), new Promise((resolve) => setTimeout(resolve, options.graceMs).unref())]);
      await owner.close();
    },
  };
};

/** Runs `work` periodically, never twice at once; `stop` waits for the round that is running. */
const every = (ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void) => {
  let isStopped = false;
  let wake: (() => void) | undefined;
  const run = (async () => {
    while (!isStopped) {
      await work().catch(onError);
      if (isStopped) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    stop: () => {
      isStopped = true;
      wake?.();
      return run;
    },
  };
};
