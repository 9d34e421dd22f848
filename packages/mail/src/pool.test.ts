import { afterEach, describe, expect, test } from 'vitest';
import type { ServerConfig } from './connection.ts';
import type { Outcome, ServerFault } from './outcome.ts';
import { startPool, type Email, type Pool, type PoolOptions } from './pool.ts';
import type { Sink } from './sink.ts';
import { configOf, sinkWith } from './test-sinks.ts';

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop({ graceMs: 0 })));
});

const start = (config: ServerConfig, options: PoolOptions) => {
  const pool = startPool(config, { awayStepsMs: [20, 40], ...options });
  pools.push(pool);
  return pool;
};
const id = (i: number) => `<${i}@acme.test>`;

/** A queue of emails like that of a campaign, with the outcome of each. */
const queueOf = (count: number, extra: (i: number) => Partial<Email> = () => ({})) => {
  const outcomes = new Map<number, Outcome[]>();
  let requested = 0;
  const next = async (): Promise<Email | null> => {
    if (requested >= count) return null;
    const i = requested++;
    return {
      envelope: { from: 'portal@acme.test', to: `p${i}@acme.test` },
      message: `Message-ID: ${id(i)}\r\n\r\nhello ${i}\r\n`,
      done: (outcome) => void outcomes.set(i, [...(outcomes.get(i) ?? []), outcome]),
      ...extra(i),
    };
  };
  const kinds = () => Object.groupBy([...outcomes.values()].flat(), ({ kind }) => kind);
  return { next, outcomes, kinds, requested: () => requested };
};

test('each email is sent once, over all connections, and reported once', async () => {
  const sink = await sinkWith();
  const queue = queueOf(500);
  await start(configOf(sink), { next: queue.next }).finished;
  expect(sink.accepted.map(({ messageId }) => messageId).toSorted()).toEqual(
    Array.from({ length: 500 }, (_, i) => id(i)).toSorted(),
  );
  expect([...queue.outcomes.values()].every((list) => list.length === 1 && list[0]!.kind === 'accepted')).toBe(true);
  expect(sink.sessions.filter(({ emails }) => emails > 0)).toHaveLength(4);
  await expect.poll(() => sink.open()).toBe(0);
});

test('connections are replaced after their number of emails', async () => {
  const sink = await sinkWith();
  await start(configOf(sink, { maxEmails: 10 }), { ...queueOf(95), connections: 1 }).finished;
  expect(sink.sessions.map(({ emails }) => emails)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 5]);
});

test('a limit of emails per second spaces them out', async () => {
  const sink = await sinkWith();
  const started = performance.now();
  await start(configOf(sink), { ...queueOf(6), connections: 1, emailsPerSecond: 50 }).finished;
  expect(performance.now() - started).toBeGreaterThanOrEqual(95); // five gaps of 20 ms, never less
});

describe('an unavailable server', () => {
  test('gets no emails; they are sent when it is back', async () => {
    const sink = await sinkWith();
    await sink.away();
    const queue = queueOf(20);
    const away: ServerFault[] = [];
    let back = 0;
    const pool = start(configOf(sink), {
      next: queue.next,
      onServerAway: (fault) => away.push(fault),
      onServerBack: () => back++,
    });
    await expect.poll(() => away.length).toBeGreaterThan(2);
    expect(queue.requested()).toBe(0);
    expect(pool.state().away).toMatchObject({ code: 'connection_refused' });
    await sink.back();
    await pool.finished;
    expect(back).toBe(1);
    expect(sink.accepted).toHaveLength(20);
  });

  test('in the middle of the work affects at most the emails under way', async () => {
    let leaving = Promise.resolve();
    const sink: Sink = await sinkWith({
      onAccepted: () => {
        if (sink.accepted.length === 200) leaving = sink.away();
      },
    });
    const queue = queueOf(400);
    let away = 0;
    const pool = start(configOf(sink), { next: queue.next, onServerAway: () => away++ });
    await expect.poll(() => away).toBeGreaterThan(0);
    await leaving;
    await sink.back();
    await pool.finished;
    const { accepted = [], not_sent = [], unknown = [] } = queue.kinds();
    expect(accepted.length + not_sent.length + unknown.length).toBe(400);
    expect(not_sent.length + unknown.length).toBeLessThanOrEqual(8);
    expect(unknown.length).toBeGreaterThan(0); // the 201st email was accepted, and its answer never arrived
    expect(new Set(sink.accepted.map(({ messageId }) => messageId)).size).toBe(sink.accepted.length);
    // An email that the server does not have is never reported as accepted; one that it has without an answer is
    // unknown.
    expect(sink.accepted.length - accepted.length).toBeLessThanOrEqual(unknown.length);
    for (const [i, [outcome]] of queue.outcomes) {
      const has = sink.accepted.some(({ messageId }) => messageId === id(i));
      if (outcome!.kind === 'accepted') expect(has).toBe(true);
      if (outcome!.kind === 'not_sent') expect(has).toBe(false);
    }
  });

  test('may also be one that greets and then drops every email', async () => {
    let broken = true;
    const sink = await sinkWith({ fault: (at) => (broken && at === 'mail' ? { at, do: 'drop' } : undefined) });
    const queue = queueOf(30);
    const pauses: number[] = [];
    const pool = start(configOf(sink), {
      next: queue.next,
      connections: 1,
      onServerAway: (_fault, ms) => pauses.push(ms),
    });
    await expect.poll(() => pauses.length).toBeGreaterThan(1);
    broken = false;
    await pool.finished;
    expect(queue.kinds().not_sent!.length).toBeLessThan(10);
    expect(queue.kinds().accepted!.length).toBe(30 - queue.kinds().not_sent!.length);
  });

  test('that rejects the sign-in gets no email', async () => {
    const sink = await sinkWith({ auth: { user: 'u', password: 'p' } });
    const queue = queueOf(5);
    const pool = start(configOf(sink, { auth: { user: 'u', password: 'wrong' } }), { next: queue.next });
    await expect.poll(() => pool.state().away).toMatchObject({ code: 'auth_failed' });
    await pool.stop();
    expect(queue.requested()).toBe(0);
  });
});

test('a server that rejects the password in the middle of the work fails no email', async () => {
  const auth = { user: 'u', password: 'p' };
  let rejecting = true;
  const sink: Sink = await sinkWith({
    auth,
    fault: (at, { emails }) => {
      if (at === 'auth' && rejecting && sink.accepted.length === 3) return { at, do: 'reply', code: 535 };
      return at === 'mail' && emails === 3 ? { at, do: 'drop' } : undefined;
    },
  });
  const queue = queueOf(6);
  const onServerAway = () => {
    rejecting = false;
  };
  await start(configOf(sink, { auth }), { next: queue.next, connections: 1, onServerAway }).finished;
  expect(queue.kinds().rejected).toBeUndefined();
  expect(queue.kinds().not_sent).toEqual([{ kind: 'not_sent', stage: 'auth', reason: 'auth_failed' }]);
  expect(queue.kinds().accepted).toHaveLength(5);
});

test('an idle connection closed by the server loses nothing', async () => {
  let fault = false;
  const sink = await sinkWith({
    fault: (at, { emails }) => (fault && at === 'mail' && emails > 0 ? { at, do: 'reply', code: 421 } : undefined),
  });
  const queue = queueOf(3, (i) => ({ envelope: { from: 'a@acme.test', to: `p${i}@acme.test` } }));
  await start(configOf(sink), {
    connections: 1,
    next: async () => {
      if (queue.requested() === 1) fault = true;
      return queue.next();
    },
  }).finished;
  expect(queue.kinds().accepted).toHaveLength(3);
  expect(sink.accepted).toHaveLength(3);
});

test('the next email is asked for after the outcome of the one before it', async () => {
  const sink = await sinkWith();
  const events: string[] = [];
  const queue = queueOf(3, (i) => ({ done: () => void events.push(`done ${i}`) }));
  const next = () => {
    events.push(`next ${queue.requested()}`);
    return queue.next();
  };
  await start(configOf(sink), { next, connections: 1 }).finished;
  expect(events).toEqual(['next 0', 'done 0', 'next 1', 'done 1', 'next 2', 'done 2', 'next 3']);
});

describe('stop', () => {
  test('lets emails after 354 finish and starts no others', async () => {
    const sink = await sinkWith({ fault: (at) => (at === 'dot' ? { at, do: 'delay', ms: 150 } : undefined) });
    const queue = queueOf(100);
    const pool = start(configOf(sink), { next: queue.next });
    await expect.poll(() => pool.state().handingOver).toBe(4);
    await pool.stop();
    expect(queue.requested()).toBe(4);
    expect(queue.kinds().accepted).toHaveLength(4);
    expect(sink.accepted).toHaveLength(4);
    await expect.poll(() => sink.open()).toBe(0);
  });

  test('returns the emails that wait for 354', async () => {
    const sink = await sinkWith({ fault: (at) => (at === 'data' ? { at, do: 'delay', ms: 150 } : undefined) });
    let handed = 0;
    const queue = queueOf(100, () => ({ onDataGo: () => void handed++ }));
    const pool = start(configOf(sink), { next: queue.next });
    await expect.poll(() => pool.state().inHand).toBe(4);
    await pool.stop();
    expect(handed).toBe(0);
    expect(queue.kinds()).toEqual({
      not_sent: Array(4).fill({ kind: 'not_sent', stage: 'data', reason: 'stopped' }),
    });
    expect(sink.accepted).toEqual([]);
  });

  test('returns an email whose hook is still running', async () => {
    const sink = await sinkWith();
    let go: (() => void) | null = null;
    const queue = queueOf(1, () => ({
      onDataGo: () =>
        new Promise<void>((resolve) => {
          go = resolve;
        }),
    }));
    const pool = start(configOf(sink), { next: queue.next, connections: 1 });
    await expect.poll(() => go).not.toBeNull();
    const stopped = pool.stop();
    go!();
    await stopped;
    expect(queue.kinds()).toEqual({ not_sent: [{ kind: 'not_sent', stage: 'data', reason: 'stopped' }] });
    expect(sink.accepted).toEqual([]);
  });

  test('returns an email that is still being claimed', async () => {
    const sink = await sinkWith();
    const queue = queueOf(1);
    let release: (() => void) | null = null;
    const pool = start(configOf(sink), {
      connections: 1,
      next: async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return queue.next();
      },
    });
    // The connection opens just before the pool requests an email.
    await expect.poll(() => release).not.toBeNull();
    const stopped = pool.stop();
    release!();
    await stopped;
    expect([...queue.outcomes.values()]).toEqual([[{ kind: 'not_sent', stage: 'connect', reason: 'stopped' }]]);
    expect(sink.accepted).toEqual([]);
  });

  test('does not wait for a server that never greets', async () => {
    const sink = await sinkWith({ fault: (at) => (at === 'greeting' ? { at, do: 'hang' } : undefined) });
    const queue = queueOf(4);
    const pool = start(configOf(sink, { timeouts: { greetingMs: 600_000 } }), { next: queue.next, connections: 12 });
    await expect.poll(() => sink.sessions.length).toBe(12);
    await pool.stop();
    expect(queue.requested()).toBe(0);
  });

  test('interrupts a pool that waits for an unavailable server, and closes connections after the grace period', async () => {
    const gone = await sinkWith();
    await gone.away();
    const waiting = start(configOf(gone), { next: queueOf(1).next, awayStepsMs: [60_000] });
    await expect.poll(() => waiting.state().away).not.toBeNull();
    await waiting.stop();

    const sink = await sinkWith({ fault: (at) => (at === 'dot' ? { at, do: 'hang' } : undefined) });
    const queue = queueOf(8);
    const pool = start(configOf(sink, { timeouts: { bodyMs: 600_000 } }), { next: queue.next });
    await expect.poll(() => pool.state().handingOver).toBe(4);
    await pool.stop({ graceMs: 50 });
    expect(queue.kinds().unknown).toHaveLength(4);
  });
});

test('an error of the caller is reported and the work continues', async () => {
  const sink = await sinkWith();
  const errors: unknown[] = [];
  const queue = queueOf(3, (i) => (i === 0 ? { done: () => Promise.reject(new Error('database away')) } : {}));
  await start(configOf(sink), { connections: 1, next: queue.next, onError: (error) => errors.push(error) }).finished;
  expect(errors).toEqual([new Error('database away')]);
  expect(sink.accepted).toHaveLength(3);
});
