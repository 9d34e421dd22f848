import './player.css';
import { pagesOf } from '@sergak/contract/scorm/completion.rules.ts';
import type { Cmi, ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import type { PlayerMessage, PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import type { ScormItem } from '@sergak/contract/scorm/scorm.schema.ts';
import { beaconCommit, sendCommit } from '../shared/commit-transport.ts';
import { drawPlayer, type View } from './contents.ts';
import { watchPages } from './pages.ts';
import { Saver, type Extra } from './saver.ts';
import { clearStorage } from './storage.ts';
import type { Runtime, RuntimeEvents, SequencerEvents, Wish } from './runtime.ts';

/** Changes are sent at the latest after this time, and soon if they are large or matter. */
const LATER_MS = 10_000;
const SOON_MS = 800;
/** Values of this length are sent soon, so that a closing page, which can send 64 kB, has little left. */
const LARGE = 10_000;
/** Time for a SCO to end its session when the learner leaves it. */
const LEAVE_MS = 2_000;
const matters = /(lesson_status|completion_status|success_status|score\.\w+|\.exit)$/;

const post = (portal: string, message: PlayerMessage): void => window.parent.postMessage(message, portal);

class Player {
  private readonly state: PlayerState;
  private readonly parts: readonly ScormItem[];
  private readonly runtime: Runtime;
  private readonly saver: Saver;
  private readonly view: View;
  private readonly states = new Map<string, ScoState>();
  private readonly cmi = new Map<string, Cmi>();
  private readonly seconds = new Map<string, number>();
  private readonly pages: Set<string>;
  private locked: ReadonlySet<string> = new Set();
  private allowed: { next: boolean; previous: boolean } | null = null;
  private current: ScormItem | null = null;
  private shownAt = 0;
  private ended = false;
  private frame: HTMLIFrameElement | null = null;
  private timer: { at: number; id: number } | null = null;
  private closing = false;
  private leaving = false;

  constructor(state: PlayerState, create: (events: RuntimeEvents, state: PlayerState) => Runtime) {
    this.state = state;
    this.parts = launchableItems(state.manifest.items);
    this.pages = new Set(state.pages);
    for (const [id, sco] of Object.entries(state.scos)) {
      this.states.set(id, sco.state);
      this.cmi.set(id, sco.cmi);
    }
    this.runtime = create(
      {
        changed: (element, weight) => this.schedule(matters.test(element) || weight > LARGE ? SOON_MS : LATER_MS),
        commit: () => this.schedule(SOON_MS),
        ended: (wish) => this.scoEnded(wish),
      },
      state,
    );
    this.saver = new Saver(
      {
        send: (body) => sendCommit('commit', body),
        beacon: (body) => beaconCommit('commit', body),
        later: (work, ms) => {
          const id = window.setTimeout(work, ms);
          return () => window.clearTimeout(id);
        },
      },
      {
        state: (save) => post(state.portal, { sergak: 'scorm', kind: 'save', state: save }),
        stored: (sco, answer) => this.scoStored(sco, answer),
      },
    );
    this.view = drawPlayer(state, this.parts, {
      open: (id) => this.choose(id),
      next: () => this.turn(1),
      previous: () => this.turn(-1),
    });
  }

  start(): void {
    post(this.state.portal, { sergak: 'scorm', kind: 'ready', title: this.state.manifest.title });
    addEventListener('pagehide', () => this.close());
    addEventListener('beforeunload', (event) => {
      this.note();
      if (!this.saver.isSaved() && this.records()) event.preventDefault();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'hidden') return;
      this.note();
      this.saver.flush();
    });
    addEventListener('online', () => this.saver.flush());
    if (this.records())
      watchPages({
        item: () => (this.leaving ? null : (this.current?.id ?? null)),
        frame: () => this.frame,
        pages: pagesOf(this.state.manifest),
        root: `c/${this.state.package_id}/`,
        seen: (page) => this.pageSeen(page),
      });
    const { sequencer } = this.runtime;
    const events: SequencerEvents = {
      deliver: (id) => this.deliver(id),
      over: () => this.over(),
      allowed: ({ next, previous, choice }) => {
        this.allowed = { next, previous };
        this.locked = new Set(Object.keys(choice).filter((id) => choice[id] === 'false'));
        this.draw();
      },
    };
    if (sequencer?.begin(this.state.sequencing, events)) return;
    const first = this.parts.find((one) => one.id === this.state.current_sco) ?? this.parts[0];
    if (first) void this.open(first);
  }

  private records(): boolean {
    return this.state.mode === 'normal';
  }

  /** Opens a part that the learner has chosen, as far as sequencing allows it. */
  private choose(id: string): void {
    if (this.runtime.sequencer) void this.leaveFor(() => this.runtime.sequencer!.request('choice', id));
    else {
      const part = this.parts.find((one) => one.id === id);
      if (part) void this.open(part);
    }
  }

  private turn(by: 1 | -1): void {
    if (this.runtime.sequencer)
      return void this.leaveFor(() => this.runtime.sequencer!.request(by === 1 ? 'continue' : 'previous'));
    const part = this.parts[this.parts.findIndex((one) => one.id === this.current?.id) + by];
    if (part) void this.open(part);
    return undefined;
  }

  /** Ends the open SCO first, so that sequencing decides on its final state. */
  private async leaveFor(request: () => boolean): Promise<void> {
    await this.leave();
    if (!request() && this.current) await this.open(this.current);
  }

  private deliver(id: string): void {
    const part = this.parts.find((one) => one.id === id);
    // Sequencing delivers within the last call of the SCO that ends: that call has to return first.
    if (part) setTimeout(() => void this.open(part));
  }

  private over(): void {
    setTimeout(() => {
      this.note(this.extra());
      this.saver.flush();
      this.view.showEnd();
      this.frame = null;
      this.draw();
    });
  }

  private async open(part: ScormItem): Promise<void> {
    await this.leave();
    this.current = part;
    this.ended = false;
    this.shownAt = performance.now();
    const stored = this.cmi.get(part.id) ?? {};
    this.runtime.open(part, stored, this.state);
    this.saver.begin(part.id, { ...this.runtime.snapshot(), ...stored });
    const frame = document.createElement('iframe');
    frame.title = part.title;
    frame.allow = 'fullscreen; autoplay';
    frame.src = `c/${this.state.package_id}/${part.launch}`;
    this.view.stage.replaceChildren(frame);
    this.frame = frame;
    frame.focus();
    if (part.type === 'asset') this.note({}, true);
    this.note(this.extra());
    this.schedule(SOON_MS);
    this.draw();
  }

  /** Leaves the open SCO: its page is unloaded while the API still answers, then its session ends. */
  private async leave(): Promise<void> {
    const { frame } = this;
    if (!frame || this.leaving) return;
    this.leaving = true;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, LEAVE_MS);
      frame.addEventListener('load', () => resolve(), { once: true });
      frame.contentWindow?.location.replace('about:blank');
    });
    this.note();
    if (this.runtime.isRunning()) this.runtime.terminate();
    this.frame = null;
    this.leaving = false;
    this.saver.flush();
  }

  private scoEnded(wish: Wish): void {
    if (!this.leaving && !this.closing) this.ended = true;
    this.note(this.extra());
    if (this.closing) return this.saver.close();
    this.saver.flush();
    if (this.leaving || this.runtime.sequencer) return undefined;
    if (wish.to === 'leave') post(this.state.portal, { sergak: 'scorm', kind: 'exit' });
    if (wish.to === 'next') setTimeout(() => this.turn(1));
    if (wish.to === 'previous') setTimeout(() => this.turn(-1));
    if (wish.to === 'part') setTimeout(() => this.choose(wish.id));
    return undefined;
  }

  private extra(): Extra {
    const { sequencer } = this.runtime;
    return sequencer ? { sequencing: sequencer.serialize(), root: sequencer.root() } : {};
  }

  private pageSeen(page: string): void {
    if (this.pages.has(page)) return;
    this.pages.add(page);
    this.note({ pages: [...this.pages] });
    this.schedule(SOON_MS);
  }

  /** Notes the present state of the open SCO for the saver. */
  private note(extra: Extra = {}, ended = this.ended): void {
    if (!this.current || !this.records()) return;
    const { id } = this.current;
    const shown = (performance.now() - this.shownAt) / 1000;
    this.shownAt = performance.now();
    const seconds = (this.seconds.get(id) ?? 0) + shown;
    this.seconds.set(id, seconds);
    const cmi = this.runtime.snapshot();
    this.cmi.set(id, { ...this.cmi.get(id), ...cmi });
    this.saver.note(id, cmi, ended, Math.round(seconds), extra);
  }

  private schedule(ms: number): void {
    if (!this.records() || this.closing) return;
    const at = performance.now() + ms;
    if (this.timer && this.timer.at <= at) return;
    if (this.timer) clearTimeout(this.timer.id);
    const id = window.setTimeout(() => {
      this.timer = null;
      this.note();
      this.saver.flush();
      this.schedule(60_000);
    }, ms);
    this.timer = { at, id };
  }

  private close(): void {
    this.closing = true;
    this.note();
    if (this.records()) this.saver.close();
  }

  private scoStored(
    sco: string,
    { state, done, progress }: { state: ScoState | undefined; done: boolean; progress: number | undefined },
  ): void {
    if (state) this.states.set(sco, state);
    if (progress !== undefined) post(this.state.portal, { sergak: 'scorm', kind: 'progress', progress, done });
    this.draw();
  }

  private draw(): void {
    const at = this.parts.findIndex((one) => one.id === this.current?.id);
    this.view.update({
      current: this.current?.id ?? '',
      states: this.states,
      next: this.allowed?.next ?? at < this.parts.length - 1,
      previous: this.allowed?.previous ?? at > 0,
      locked: this.locked,
    });
  }
}

/** Reads the state that the server wrote into the page and opens the package. */
export const startPlayer = async (create: (events: RuntimeEvents, state: PlayerState) => Runtime): Promise<void> => {
  await clearStorage();
  const state = JSON.parse(document.getElementById('state')!.textContent!) as PlayerState;
  new Player(state, create).start();
};
