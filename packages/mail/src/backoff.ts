import { setTimeout as wait } from 'node:timers/promises';
import { ServerFault } from './outcome.ts';

/** Pauses between tries to reach an unavailable server; the last one repeats. */
export const RETRY_PAUSES_MS = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const;

/** A sleep that ends early when `signal` fires; it never throws. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  ms <= 0 ? Promise.resolve() : wait(ms, undefined, { signal }).catch(() => undefined);

/** The result of `work`, or null if `signal` fires first. */
export const untilStop = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

export type Gate = {
  /** Why the server is unavailable; null if it is available. */
  fault(): ServerFault | null;
  /** Resolves when the server is available again, or at the stop. */
  over(): Promise<void>;
  /** Closes the gate; `attempt` is the index of the first pause. */
  close(fault: ServerFault, attempt: number): void;
};

export type GateOptions = {
  stop: AbortSignal;
  /** Opens and closes a connection; throws ServerFault while the server is unavailable. */
  probeServer: () => Promise<void>;
  stepsMs: readonly number[] | undefined;
  onAway: ((fault: ServerFault, retryInMs: number) => void) | undefined;
  onBack: (() => void) | undefined;
  onError: ((error: unknown) => void) | undefined;
};

/**
 * While the gate is closed nothing is sent: one probe tries the server with growing pauses, and all connections wait
 * for it.
 */
export const makeGate = (options: GateOptions): Gate => {
  const { stop, probeServer, stepsMs = RETRY_PAUSES_MS, onAway, onBack, onError } = options;
  let away: { fault: ServerFault; over: Promise<void> } | null = null;

  const probe = async (state: { fault: ServerFault }, from: number): Promise<void> => {
    for (let attempt = from; !stop.aborted; attempt++) {
      const pause = stepsMs[Math.min(attempt, stepsMs.length - 1)]!;
      onAway?.(state.fault, pause);
      await sleep(pause, stop);
      if (stop.aborted) break;
      try {
        await probeServer();
        onBack?.();
        break;
      } catch (error) {
        if (error instanceof ServerFault) state.fault = error;
        else onError?.(error);
      }
    }
    away = null;
  };

  return {
    fault: () => away?.fault ?? null,
    over: () => away?.over ?? Promise.resolve(),
    close: (fault, attempt) => {
      if (away || stop.aborted) return;
      const state = { fault, over: Promise.resolve() };
      away = state;
      state.over = probe(state, attempt);
    },
  };
};
