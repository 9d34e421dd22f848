import type { Cmi, ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import type { CommitSent } from '@sergak/contract/scorm/runtime.schema.ts';
import type { CommitOutcome } from '../shared/commit-transport.ts';

export type SaveState = 'saved' | 'saving' | 'offline' | 'refused' | 'superseded' | 'ended';
/** The state of a SCO that has to reach the server. */
type Kept = { readonly cmi: Cmi; readonly ended: boolean; readonly seconds: number; readonly extra: Extra };
/** Sequencing state, sent with the SCO after which it changed. */
export type Extra = Pick<CommitSent, 'sequencing' | 'root'>;

export type Transport = {
  send(body: string): Promise<CommitOutcome>;
  beacon(body: string): boolean;
  /** Runs `work` later; returns how to cancel it. */
  later(work: () => void, milliseconds: number): () => void;
};
type Events = {
  state(state: SaveState): void;
  stored(sco: string, state: ScoState | undefined, done: boolean): void;
};

const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000];
const changesOf = (before: Cmi, now: Cmi): Record<string, string> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => before[name] !== value));

/**
 * Sends the states of SCOs to the server, one request at a time. A request contains everything that was not acknowledged before, so a
 * lost one needs no repetition: the next one contains it.
 */
export const createSaver = (transport: Transport, events: Events) => {
  const wanted = new Map<string, Kept>();
  const stored = new Map<string, Kept>();
  let sequence = 0;
  let busy = false;
  let failures = 0;
  let over = false;
  let cancelRetry = (): void => undefined;

  const differs = (sco: string): boolean => {
    const [now, before] = [wanted.get(sco), stored.get(sco)];
    return now !== undefined && now !== before;
  };
  const nextSco = (): string | undefined => [...wanted.keys()].find(differs);
  const bodyOf = (sco: string, closing: boolean, only?: (name: string) => boolean): string => {
    const kept = wanted.get(sco)!;
    sequence += 1;
    const changes = changesOf(stored.get(sco)?.cmi ?? {}, kept.cmi);
    const sent: CommitSent = {
      sequence,
      sco,
      changes: only ? Object.fromEntries(Object.entries(changes).filter(([name]) => only(name))) : changes,
      ended: kept.ended,
      seconds: kept.seconds,
      closing,
      ...(closing ? {} : kept.extra),
    };
    return JSON.stringify(sent);
  };

  const stop = (state: SaveState): void => {
    over = true;
    cancelRetry();
    events.state(state);
  };
  const received = (sco: string, sent: Kept, outcome: CommitOutcome): void => {
    if (outcome.kind === 'ended') return stop('ended');
    if (outcome.kind === 'later') {
      events.state('offline');
      cancelRetry = transport.later(flush, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!);
      failures += 1;
      return undefined;
    }
    failures = 0;
    stored.set(sco, sent);
    if (outcome.kind === 'refused') return events.state('refused');
    const { answer } = outcome;
    if (!answer.saved) return stop(answer.reason === 'superseded' ? 'superseded' : 'ended');
    events.stored(sco, answer.state, answer.done ?? false);
    if (nextSco() === undefined) events.state('saved');
    else flush();
    return undefined;
  };

  const flush = (): void => {
    cancelRetry();
    const sco = nextSco();
    if (over || busy || sco === undefined) return;
    busy = true;
    events.state('saving');
    const sent = wanted.get(sco)!;
    void transport.send(bodyOf(sco, false)).then((outcome) => {
      busy = false;
      received(sco, sent, outcome);
    });
  };

  return {
    /** The state that a SCO begins with is stored already. */
    begin: (sco: string, cmi: Cmi): void => {
      const kept = { cmi, ended: false, seconds: 0, extra: {} };
      if (!wanted.has(sco)) wanted.set(sco, kept);
      if (!stored.has(sco)) stored.set(sco, wanted.get(sco)!);
    },
    /** Notes the state of a SCO; `flush` or `close` sends it. */
    note: (sco: string, cmi: Cmi, ended: boolean, seconds: number, extra: Extra = {}): void => {
      const known = wanted.get(sco);
      const same =
        known !== undefined && known.ended === ended && known.seconds === seconds && Object.keys(extra).length === 0;
      if (same && Object.keys(changesOf(known.cmi, cmi)).length === 0) return;
      wanted.set(sco, { cmi, ended, seconds, extra: { ...known?.extra, ...extra } });
    },
    flush,
    /** Hands everything to the browser while the page closes. A large state goes in two parts, the small elements first. */
    close: (): void => {
      for (const sco of [...wanted.keys()].filter(differs)) {
        if (over) return;
        const kept = wanted.get(sco)!;
        if (transport.beacon(bodyOf(sco, true))) stored.set(sco, kept);
        else transport.beacon(bodyOf(sco, true, (name) => (kept.cmi[name]?.length ?? 0) < 5_000));
      }
    },
    isSaved: (): boolean => nextSco() === undefined && !busy,
  };
};
export type Saver = ReturnType<typeof createSaver>;
