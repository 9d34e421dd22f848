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

type Parts = {
  sequence: number;
  sco: string;
  closing: boolean;
  kept: Kept;
  before: Kept | undefined;
  only: ((name: string) => boolean) | undefined;
};
/** A commit as text: what differs from the acknowledged state, or only some of it. */
const textOf = ({ sequence, sco, closing, kept, before, only }: Parts): string => {
  const changes = Object.entries(changesOf(before?.cmi ?? {}, kept.cmi)).filter(([name]) => only?.(name) ?? true);
  const sent: CommitSent = {
    sequence,
    sco,
    changes: Object.fromEntries(changes),
    ended: kept.ended,
    seconds: kept.seconds,
    closing,
    ...(closing ? {} : kept.extra),
  };
  return JSON.stringify(sent);
};

/** Whether a note says nothing new. */
const isSame = (known: Kept | undefined, next: Kept): boolean =>
  known !== undefined &&
  known.ended === next.ended &&
  known.seconds === next.seconds &&
  Object.keys(next.extra).length === 0 &&
  Object.keys(changesOf(known.cmi, next.cmi)).length === 0;

/**
 * Sends the states of SCOs to the server, one request at a time. A request contains everything that was not acknowledged before, so a
 * lost one needs no repetition: the next one contains it.
 */
export class Saver {
  private readonly transport: Transport;
  private readonly events: Events;
  private readonly wanted = new Map<string, Kept>();
  private readonly stored = new Map<string, Kept>();
  private sequence = 0;
  private busy = false;
  private failures = 0;
  private over = false;
  private cancelRetry = (): void => undefined;

  constructor(transport: Transport, events: Events) {
    this.transport = transport;
    this.events = events;
  }

  /** The state that a SCO begins with is stored already. */
  begin(sco: string, cmi: Cmi): void {
    const kept = { cmi, ended: false, seconds: 0, extra: {} };
    if (!this.wanted.has(sco)) this.wanted.set(sco, kept);
    if (!this.stored.has(sco)) this.stored.set(sco, this.wanted.get(sco)!);
  }

  /** Notes the state of a SCO; `flush` or `close` sends it. */
  note(sco: string, cmi: Cmi, ended: boolean, seconds: number, extra: Extra = {}): void {
    const known = this.wanted.get(sco);
    if (isSame(known, { cmi, ended, seconds, extra })) return;
    this.wanted.set(sco, { cmi, ended, seconds, extra: { ...known?.extra, ...extra } });
  }

  flush(): void {
    this.cancelRetry();
    const sco = this.waiting()[0];
    if (this.over || this.busy || sco === undefined) return;
    this.busy = true;
    this.events.state('saving');
    const sent = this.wanted.get(sco)!;
    void this.transport.send(this.bodyOf(sco, false)).then((outcome) => {
      this.busy = false;
      this.received(sco, sent, outcome);
    });
  }

  /** Hands everything to the browser while the page closes. A large state goes in two parts, the small elements first. */
  close(): void {
    for (const sco of this.waiting()) {
      if (this.over) return;
      const kept = this.wanted.get(sco)!;
      if (this.transport.beacon(this.bodyOf(sco, true))) this.stored.set(sco, kept);
      else this.transport.beacon(this.bodyOf(sco, true, (name) => (kept.cmi[name]?.length ?? 0) < 5_000));
    }
  }

  isSaved(): boolean {
    return this.waiting().length === 0 && !this.busy;
  }

  /** SCOs with a state that the server has not acknowledged. */
  private waiting(): string[] {
    return [...this.wanted.keys()].filter((sco) => this.wanted.get(sco) !== this.stored.get(sco));
  }

  private bodyOf(sco: string, closing: boolean, only?: (name: string) => boolean): string {
    this.sequence += 1;
    const [kept, before] = [this.wanted.get(sco)!, this.stored.get(sco)];
    return textOf({ sequence: this.sequence, sco, closing, kept, before, only });
  }

  private stop(state: SaveState): void {
    this.over = true;
    this.cancelRetry();
    this.events.state(state);
  }

  private received(sco: string, sent: Kept, outcome: CommitOutcome): void {
    if (outcome.kind === 'ended') return this.stop('ended');
    if (outcome.kind === 'later') {
      this.events.state('offline');
      const wait = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]!;
      this.cancelRetry = this.transport.later(() => this.flush(), wait);
      this.failures += 1;
      return undefined;
    }
    this.failures = 0;
    this.stored.set(sco, sent);
    if (outcome.kind === 'refused') return this.events.state('refused');
    const { answer } = outcome;
    if (!answer.saved) return this.stop(answer.reason === 'superseded' ? 'superseded' : 'ended');
    this.events.stored(sco, answer.state, answer.done ?? false);
    if (this.waiting().length === 0) this.events.state('saved');
    else this.flush();
    return undefined;
  }
}
