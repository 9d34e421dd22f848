import type { Cmi, ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import type { CommitAnswer, CommitSent } from '@sergak/contract/scorm/runtime.schema.ts';
import { COMMIT_PART } from '@sergak/contract/scorm/scorm.limits.ts';
import type { CommitOutcome } from '../shared/commit-transport.ts';

export type SaveState = 'saved' | 'saving' | 'offline' | 'rejected' | 'superseded' | 'ended';
/** Sequencing state, sent with the SCO after which it changed, and pages that the learner has seen. */
export type Extra = Pick<CommitSent, 'sequencing' | 'root' | 'pages'>;
/** What has to reach the server about a SCO. */
type Kept = { readonly cmi: Cmi; readonly ended: boolean; readonly seconds: number; readonly extra: Extra };

export type Transport = {
  send(body: string): Promise<CommitOutcome>;
  beacon(body: string): boolean;
  /** Runs `work` later; returns how to cancel it. */
  later(work: () => void, milliseconds: number): () => void;
};
type Events = {
  state(state: SaveState): void;
  stored(sco: string, answer: { state: ScoState | undefined; done: boolean; progress: number | undefined }): void;
};

const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000];
/** Elements that say how the SCO was done: they are sent before all others. */
const verdict = /(_status|score\.\w+|\.exit|progress_measure|_location|\.location|_time)$/;
/** Values up to this length are sent by a closing page that cannot send everything, in characters. */
const SMALL = 5_000;

const changesOf = (before: Cmi, now: Cmi): [string, string][] =>
  Object.entries(now).filter(([name, value]) => before[name] !== value);
const bytesOf = (text: string): number => new Blob([text]).size;

/** What the server knows about a SCO, and what it never will. */
type Known = {
  cmi: Cmi;
  /** The last note that was acknowledged as a whole. */
  whole: Kept | undefined;
  /** Values that the server rejected. They are sent again only after a change. */
  rejected: Map<string, string>;
  /** Extras that the server rejected, as JSON. */
  rejectedExtra: string;
  /** Maximum number of elements in a commit: halved when the server rejects one, doubled when it accepts one. */
  most: number;
};

/** A commit on its way: the note that it is about, its elements, and whether nothing of the note is left afterwards. */
type Part = {
  readonly sco: string;
  readonly kept: Kept;
  readonly elements: readonly [string, string][];
  readonly extra: boolean;
  readonly last: boolean;
};

/** Whether a note says nothing new. */
const isSame = (known: Kept | undefined, next: Kept): boolean =>
  known !== undefined &&
  known.ended === next.ended &&
  known.seconds === next.seconds &&
  Object.keys(next.extra).length === 0 &&
  changesOf(known.cmi, next.cmi).length === 0;

/**
 * Sends the states of SCOs to the server, one request at a time. A request contains what was not acknowledged before, so a lost one
 * needs no repetition: the next one contains it. Large states go in parts, and a rejected commit is repeated without the part that was
 * rejected; only the last part says that the SCO has ended, and whether something of it was lost.
 */
export class Saver {
  private readonly transport: Transport;
  private readonly events: Events;
  private readonly wanted = new Map<string, Kept>();
  private readonly known = new Map<string, Known>();
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
    const kept = this.wanted.get(sco) ?? { cmi, ended: false, seconds: 0, extra: {} };
    this.wanted.set(sco, kept);
    if (!this.known.has(sco))
      this.known.set(sco, { cmi: kept.cmi, whole: kept, rejected: new Map(), rejectedExtra: '', most: Infinity });
  }

  /** Notes the state of a SCO; `flush` or `close` sends it. */
  note(sco: string, cmi: Cmi, ended: boolean, seconds: number, extra: Extra = {}): void {
    const before = this.wanted.get(sco);
    if (isSame(before, { cmi, ended, seconds, extra })) return;
    this.wanted.set(sco, { cmi, ended, seconds, extra: { ...before?.extra, ...extra } });
  }

  flush(): void {
    this.cancelRetry();
    const sco = this.waiting()[0];
    if (this.over || this.busy || sco === undefined) return;
    this.busy = true;
    this.events.state('saving');
    const part = this.nextPart(sco);
    void this.transport.send(this.bodyOf(part)).then((outcome) => {
      this.busy = false;
      this.received(part, outcome);
    });
  }

  /** Hands everything to the browser while the page closes. A large state goes in two parts, the small elements first. */
  close(): void {
    for (const sco of this.waiting()) {
      if (this.over) return;
      const kept = this.wanted.get(sco)!;
      const elements = this.unsaved(sco);
      const part = { sco, kept, elements, extra: false, last: true };
      if (this.transport.beacon(this.bodyOf(part, true))) this.knownOf(sco).whole = kept;
      else {
        const small = elements.filter(([, value]) => value.length < SMALL);
        this.transport.beacon(this.bodyOf({ ...part, elements: small }, true));
      }
    }
  }

  isSaved(): boolean {
    return this.waiting().length === 0 && !this.busy;
  }

  private knownOf(sco: string): Known {
    const existing = this.known.get(sco);
    if (existing) return existing;
    const fresh: Known = { cmi: {}, whole: undefined, rejected: new Map(), rejectedExtra: '', most: Infinity };
    this.known.set(sco, fresh);
    return fresh;
  }

  /** SCOs with a state that the server has not acknowledged. */
  private waiting(): string[] {
    return [...this.wanted.keys()].filter((sco) => this.wanted.get(sco) !== this.knownOf(sco).whole);
  }

  /** Elements to send, those that say how the SCO was done first. */
  private unsaved(sco: string): [string, string][] {
    const { cmi, rejected } = this.knownOf(sco);
    const changes = changesOf(cmi, this.wanted.get(sco)!.cmi).filter(([name, value]) => rejected.get(name) !== value);
    return [...changes.filter(([name]) => verdict.test(name)), ...changes.filter(([name]) => !verdict.test(name))];
  }

  private nextPart(sco: string): Part {
    const kept = this.wanted.get(sco)!;
    const scoState = this.knownOf(sco);
    const all = this.unsaved(sco);
    const elements: [string, string][] = [];
    let size = 0;
    for (const element of all.slice(0, scoState.most)) {
      size += bytesOf(JSON.stringify(element));
      if (size > COMMIT_PART && elements.length > 0) break;
      elements.push(element);
    }
    const last = elements.length === all.length;
    const extras = JSON.stringify(kept.extra);
    const wants = extras !== '{}' && extras !== scoState.rejectedExtra;
    // What is large beside the elements follows in a commit of its own.
    const alone = elements.length > 0 && size + bytesOf(extras) > COMMIT_PART;
    return { sco, kept, elements, extra: last && wants && !alone, last: last && !(wants && alone) };
  }

  private bodyOf({ sco, kept, elements, extra, last }: Part, closing = false): string {
    this.sequence += 1;
    const { rejected } = this.knownOf(sco);
    const sent: CommitSent = {
      sequence: this.sequence,
      sco,
      changes: Object.fromEntries(elements),
      ended: last && kept.ended,
      lost: rejected.size > 0,
      seconds: kept.seconds,
      closing,
      ...(extra ? kept.extra : {}),
      ...(closing && kept.extra.pages ? { pages: kept.extra.pages } : {}),
    };
    return JSON.stringify(sent);
  }

  private stop(state: SaveState): void {
    this.over = true;
    this.cancelRetry();
    this.events.state(state);
  }

  private again(): void {
    const wait = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]!;
    this.cancelRetry = this.transport.later(() => this.flush(), wait);
    this.failures += 1;
  }

  private received(part: Part, outcome: CommitOutcome): void {
    if (outcome.kind === 'ended') return this.stop('ended');
    if (outcome.kind === 'later') {
      this.events.state('offline');
      return this.again();
    }
    if (outcome.kind === 'rejected') return this.rejected(part);
    this.failures = 0;
    const { answer } = outcome;
    if (!answer.saved) return this.stop(answer.reason === 'superseded' ? 'superseded' : 'ended');
    return this.acknowledged(part, answer);
  }

  private acknowledged(part: Part, answer: CommitAnswer): void {
    const scoState = this.knownOf(part.sco);
    const elements = new Map(part.elements);
    for (const name of answer.rejected ?? []) {
      scoState.rejected.set(name, elements.get(name) ?? '');
      elements.delete(name);
    }
    scoState.cmi = { ...scoState.cmi, ...Object.fromEntries(elements) };
    scoState.most *= 2;
    if (part.extra) scoState.rejectedExtra = '';
    if (part.last) scoState.whole = part.kept;
    this.events.stored(part.sco, { state: answer.state, done: answer.done ?? false, progress: answer.progress });
    if (this.waiting().length > 0) this.flush();
    else this.events.state(this.hasRejected() ? 'rejected' : 'saved');
  }

  /** Repeats a rejected commit without its extras, then with fewer elements, until the element that is rejected stands alone. */
  private rejected({ sco, kept, elements, extra }: Part): void {
    const scoState = this.knownOf(sco);
    this.events.state('rejected');
    if (extra) scoState.rejectedExtra = JSON.stringify(kept.extra);
    else if (elements.length > 1) scoState.most = Math.ceil(elements.length / 2);
    else if (elements.length === 1) scoState.rejected.set(...elements[0]!);
    else return this.again();
    this.flush();
    return undefined;
  }

  private hasRejected(): boolean {
    return [...this.known].some(
      ([sco, { rejected, rejectedExtra }]) =>
        rejectedExtra !== '' || [...rejected].some(([name, value]) => this.wanted.get(sco)?.cmi[name] === value),
    );
  }
}
