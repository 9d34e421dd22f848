import { setMaxListeners } from 'node:events';
import { makeGate, sleep, untilStop, type Gate } from './backoff.ts';
import { openConnection, type Connection, type Envelope, type ServerConfig } from './connection.ts';
import { ServerFault, stageOf, type Outcome } from './outcome.ts';

/** An email to send, with the callbacks of its owner. */
export type Email = {
  envelope: Envelope;
  message: Buffer | string;
  /** Between 354 and the first byte; see SendHooks. */
  onDataGo?: () => Promise<void | boolean> | void | boolean;
  /** Called exactly once per email; the connection asks for its next email once this has resolved. */
  done(outcome: Outcome): Promise<void> | void;
};

export type PoolOptions = {
  /**
   * Returns the next email for a connection that is open and free; null ends that connection. Should return soon after
   * `signal` fires.
   */
  next(signal: AbortSignal): Promise<Email | null>;
  connections?: number;
  /** Upper limit for each connection; none by default. */
  emailsPerSecond?: number;
  /** The server cannot be used; the pool tries again in `retryInMs` and takes no emails meanwhile. */
  onServerAway?: (fault: ServerFault, retryInMs: number) => void;
  onServerBack?: () => void;
  /** `next` or `done` threw; the pool continues after a pause. */
  onError?: (error: unknown) => void;
  /** For tests; the pauses between tries to reach the server. */
  awayStepsMs?: readonly number[];
};

export type PoolState = { inHand: number; handingOver: number; away: ServerFault | null; stopping: boolean };

export type Pool = {
  /** Resolves when every connection has ended: `next` returned null everywhere, or `stop` is complete. */
  finished: Promise<void>;
  /**
   * From this call on no email starts its body: emails before 354 end as not_sent «stopped», emails after it get
   * their answer. After `graceMs` (default: only the limits of the connection) the rest is cut off and ends as
   * unknown.
   */
  stop(options?: { graceMs?: number }): Promise<void>;
  state(): PoolState;
};

/** Sends emails over several connections to one server. Each connection pulls the next email when it is free. */
export const startPool = (config: ServerConfig, options: PoolOptions): Pool => {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // each waiting connection adds a listener, and there may be more than ten
  const shared: Shared = {
    config,
    options,
    stop: stopping.signal,
    open: new Set(),
    inHand: 0,
    handingOver: 0,
    faults: 0,
    gate: makeGate({
      stop: stopping.signal,
      probeServer: async () => drop(shared, await open(shared)),
      stepsMs: options.awayStepsMs,
      onAway: options.onServerAway,
      onBack: options.onServerBack,
      onError: options.onError,
    }),
  };
  const workers = Array.from({ length: options.connections ?? 4 }, () => work(shared));
  const finished = Promise.all(workers).then(() => {});
  return {
    finished,
    stop: async ({ graceMs } = {}) => {
      stopping.abort();
      const timer = graceMs === undefined ? null : setTimeout(() => shared.open.forEach((c) => c.destroy()), graceMs);
      await finished;
      if (timer) clearTimeout(timer);
    },
    state: () => ({
      inHand: shared.inHand,
      handingOver: shared.handingOver,
      away: shared.gate.fault(),
      stopping: stopping.signal.aborted,
    }),
  };
};

type Shared = {
  config: ServerConfig;
  options: PoolOptions;
  stop: AbortSignal;
  open: Set<Connection>;
  inHand: number;
  handingOver: number;
  gate: Gate;
  /** Consecutive emails that could not be sent because of the connection. */
  faults: number;
};

const STOPPED: Outcome = { kind: 'not_sent', stage: 'connect', reason: 'stopped' };

const work = async (shared: Shared): Promise<void> => {
  const { stop, options } = shared;
  const gap = options.emailsPerSecond ? 1_000 / options.emailsPerSecond : 0;
  let connection: Connection | null = null;
  let freeAt = 0;
  while (!stop.aborted) {
    // Requests an email only when a connection is open: a claimed email must not wait for one.
    connection = await usable(shared, connection);
    if (!connection) break;
    if (gap) await sleep(freeAt - performance.now(), stop);
    const email = await nextEmail(shared);
    if (email === 'failed') continue;
    if (!email) break;
    freeAt = performance.now() + gap;
    connection = await sendAndReport(shared, connection, email);
  }
  if (connection) await drop(shared, connection);
};

const nextEmail = async (shared: Shared): Promise<Email | null | 'failed'> => {
  if (shared.stop.aborted) return null;
  try {
    return await shared.options.next(shared.stop);
  } catch (error) {
    shared.options.onError?.(error);
    await sleep(1_000, shared.stop);
    return 'failed';
  }
};

/** Sends one email and reports its outcome. Returns the connection it used, if that is still usable. */
const sendAndReport = async (shared: Shared, first: Connection, email: Email): Promise<Connection | null> => {
  let connection: Connection | null = first;
  let outcome: Outcome = STOPPED;
  shared.inHand += 1;
  try {
    if (!shared.stop.aborted) {
      outcome = await send(shared, first, email);
      // The server may have closed the idle connection. Nothing was sent, so try again on a new one.
      if (isStale(outcome) && !shared.stop.aborted) {
        await drop(shared, first);
        connection = null;
        connection = await open(shared);
        outcome = await send(shared, connection, email);
      }
    }
  } catch (error) {
    if (!(error instanceof ServerFault)) throw error;
    // Not outcomeOfFault: a server that now rejects the password says nothing about this email.
    outcome = { kind: 'not_sent', stage: stageOf(error), reason: error.code };
    shared.gate.close(error, 0);
  } finally {
    shared.inHand -= 1;
  }
  noteFaults(shared, outcome);
  await report(shared, email, outcome);
  return connection;
};

const isStale = (outcome: Outcome): boolean =>
  (outcome.kind === 'not_sent' && outcome.stage === 'mail' && outcome.reason !== 'timeout') ||
  (outcome.kind === 'rejected' && outcome.stage === 'mail' && outcome.code === 421);

const send = async (shared: Shared, connection: Connection, email: Email): Promise<Outcome> => {
  let isHandedOver = false;
  const outcome = await connection.send(email.envelope, email.message, {
    onDataGo: async () => {
      if (shared.stop.aborted) return false;
      if ((await email.onDataGo?.()) === false || shared.stop.aborted) return false;
      isHandedOver = true;
      shared.handingOver += 1;
      return true;
    },
  });
  if (isHandedOver) shared.handingOver -= 1;
  return outcome;
};

const report = async (shared: Shared, email: Email, outcome: Outcome): Promise<void> => {
  try {
    await email.done(outcome);
  } catch (error) {
    shared.options.onError?.(error);
    await sleep(1_000, shared.stop);
  }
};

/** Treats a server that greets but drops one email after another as unavailable; a single drop may be an accident. */
const noteFaults = (shared: Shared, outcome: Outcome) => {
  const broken = outcome.kind === 'not_sent' && !/^(stopped|hook_failed)/.test(outcome.reason);
  const closing = outcome.kind === 'rejected' && outcome.code === 421;
  shared.faults = broken || closing || outcome.kind === 'unknown' ? shared.faults + 1 : 0;
  if (shared.faults < 2) return;
  const reason = outcome.kind === 'rejected' ? outcome.reply : 'reason' in outcome ? outcome.reason : '';
  const fault = new ServerFault('connect', reason === 'timeout' ? 'timeout' : 'connection_closed', reason);
  // The count is kept when the server returns briefly, so that a server that only greets is not retried without
  // pause.
  shared.gate.close(fault, shared.faults - 2);
};

/** Returns a connection that takes emails, after a wait for a server that is away. Null after a stop. */
const usable = async (shared: Shared, current: Connection | null): Promise<Connection | null> => {
  if (shared.gate.fault() && current) {
    await drop(shared, current);
    current = null;
  }
  if (current?.usable()) return current;
  if (current) await drop(shared, current);
  while (!shared.stop.aborted) {
    await shared.gate.over();
    if (shared.stop.aborted) break;
    try {
      return await open(shared);
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error;
      shared.gate.close(error, 0);
    }
  }
  return null;
};

/** Opens a connection; gives up when the pool is stopped. */
const open = async (shared: Shared): Promise<Connection> => {
  const opening = openConnection(shared.config);
  const connection = await untilStop(opening, shared.stop);
  if (!connection) {
    opening.then(
      (late) => late.destroy(),
      () => {},
    );
    throw new ServerFault('connect', 'connection_closed', 'stopped');
  }
  shared.open.add(connection);
  return connection;
};

const drop = async (shared: Shared, connection: Connection): Promise<void> => {
  shared.open.delete(connection);
  await connection.close();
};
