import { AddressError } from '@sergak/mail/address.ts';
import { MessageError } from '@sergak/mail/message.ts';
import type { Outcome } from '@sergak/mail/outcome.ts';
import { startPool, type Email, type Pool } from '@sergak/mail/pool.ts';
import { now, SECOND } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { claimEmails } from './claim.ts';
import { claimedKey, handOver, type ClaimedEmail } from './delivery.repo.ts';
import { fateOf, rejection, type Fate } from './delivery.rules.ts';
import type { MailTransport, SenderOptions } from './delivery.types.ts';
import { isSendable, stillSendable } from './due.query.ts';
import { announceSent, type Outcomes } from './outcomes.ts';
import { openQueue } from './queue.ts';
import { campaignRenderers, trackedLinks, type Renderer } from './renderer.ts';

/** Emails per connection that are handed over ahead, so that no connection waits for a commit. A kill makes them `unknown`. */
const AHEAD = 2;
/** How long connections wait for another due email before they are closed. */
const IDLE_MS = 3 * SECOND;
/** How often emails without a connection are checked, and the pause after an error. */
const CHECK_MS = SECOND;
/** An answer older than this at the 354 is asked for again. */
const ANSWER_MS = 250;
const STOPPED: Outcome = { kind: 'not_sent', stage: 'mail', reason: 'stopped' };

export type SendingOptions = {
  readonly platform: Platform;
  readonly organizationId: string;
  readonly transport: MailTransport;
  readonly outcomes: Outcomes;
  readonly options: SenderOptions;
  nextClaim(): string;
};

/** Sends the due emails of one organisation until none is left. Its steps are the life of an email, from top to bottom. */
export class Sending {
  /** Resolves when no email is due any more, or after `stop`. */
  readonly finished: Promise<void>;
  readonly #on: SendingOptions;
  readonly #pool: Pool;
  /** Emails of this sender that no server has heard of. */
  #stock: ClaimedEmail[] = [];
  /** Emails that are stored as being handed over and wait for a connection. */
  readonly #queue = openQueue<ClaimedEmail>();
  /** Emails of this sender without an outcome yet, wherever they are: the claims of these are renewed. */
  readonly #pending = new Set<ClaimedEmail>();
  readonly #campaigns = new Set<string>();
  readonly #rendererOf: (email: ClaimedEmail) => Promise<Renderer>;
  readonly #maySend: (campaignId: string) => Promise<boolean>;
  /** Whether a connection has asked for an email since the server was last away. Before, nothing is claimed. */
  #isServerThere = false;
  #turn = 0;
  #claimAt = 0;
  #checkAt = 0;
  #resumeAt = 0;
  #busyAt = performance.now();

  constructor(on: SendingOptions) {
    const { platform, organizationId, transport, options } = on;
    this.#on = on;
    this.#rendererOf = campaignRenderers(platform);
    this.#maySend = shareAnswers((campaignId) => isSendable(platform.db, campaignId, now()));
    const config = { ...transport.config, helloName: transport.helloDomain };
    this.#pool = startPool(config, {
      connections: transport.connections,
      next: (signal) => this.#next(signal),
      awayStepsMs: options.awayStepsMs,
      onServerAway: ({ code, detail }, retryInMs) => {
        this.#isServerThere = false;
        this.#queue.wake();
        const about = { organization: organizationId, fault: code, detail, retryInMs };
        platform.log.warn(about, 'the mail server is away');
      },
      onServerBack: () => platform.log.info({ organization: organizationId }, 'the mail server is back'),
      onError: (error) => platform.log.error({ err: error }, 'sending failed unexpectedly'),
    });
    this.finished = this.#run();
  }

  async stop(graceMs: number): Promise<void> {
    await this.#pool.stop({ graceMs });
    await this.finished.catch(() => undefined); // the caller that awaits `finished` gets the error
  }

  /** Claims of which this sender has emails in memory. */
  claims(): string[] {
    return [...new Set([...this.#pending].map((email) => email.claim))];
  }

  async #run(): Promise<void> {
    const parts = [this.#supply(), this.#pool.finished].map((part) => part.finally(() => this.#queue.close()));
    try {
      await Promise.all(parts);
    } finally {
      await Promise.allSettled(parts); // the other part may still claim emails
      await this.#giveBack(this.#takeBack(() => true));
    }
    await announceSent(this.#on.platform.db, this.#on.organizationId, [...this.#campaigns]);
  }

  /** Keeps the connections supplied. One loop, so that one hand-over is written at a time. */
  async #supply(): Promise<void> {
    const { batch, pollMs } = this.#on.options;
    let claiming: Promise<void> | null = null;
    while (!this.#queue.isClosed()) {
      if (!this.#isServerThere) {
        this.#busyAt = performance.now();
        await this.#giveBack(this.#takeBack(() => true));
      } else if (performance.now() >= this.#resumeAt) {
        if (this.#stock.length < batch / 2 && performance.now() >= this.#claimAt)
          claiming ??= this.#claim().finally(() => {
            claiming = null;
          });
        if (this.#stock.length === 0) await claiming;
        if (this.#isLow()) await this.#handOver();
        await this.#check();
        if (this.#stock.length > 0 && this.#isLow()) continue;
      }
      await this.#queue.changed(pollMs);
    }
    await claiming;
  }

  /** Whether the connections need more emails soon. */
  #isLow(): boolean {
    return this.#queue.size() <= (AHEAD / 2) * this.#on.transport.connections;
  }

  /** Step 1: queued → claimed. */
  async #claim(): Promise<void> {
    const { platform, organizationId, options } = this.#on;
    try {
      const { emails, again } = await claimEmails(platform.db, {
        organizationId,
        claim: this.#on.nextClaim(),
        limit: options.batch,
        leaseMs: options.leaseMs,
        at: now(),
        turn: this.#turn++,
        senderDomains: platform.config.senderDomains,
      });
      this.#stock.push(...emails);
      for (const email of emails) {
        this.#pending.add(email);
        this.#campaigns.add(email.campaign_id);
      }
      if (again) {
        // Connections stay open meanwhile. A changed cap applies within a second.
        const wait = Math.min(Math.max(again.getTime() - now().getTime(), options.pollMs), CHECK_MS);
        this.#claimAt = performance.now() + wait;
        this.#busyAt = this.#claimAt;
      } else if (emails.length === 0) this.#claimAt = performance.now() + options.pollMs;
    } catch (error) {
      this.#pauseAfter(error, 'emails could not be claimed');
    }
  }

  /** Step 2: claimed → handing_over, in a commit before any connection gets the email. */
  async #handOver(): Promise<void> {
    const some = this.#stock.splice(0, AHEAD * this.#on.transport.connections - this.#queue.size());
    if (some.length === 0) return;
    const keys = await handOver(this.#on.platform.db, some, now()).catch((error: unknown) => {
      this.#pauseAfter(error, 'emails could not be handed over');
      return new Set<string>(); // no email may be sent whose state could not be stored
    });
    this.#queue.push(some.filter((email) => keys.has(claimedKey(email))));
    await this.#giveBack(some.filter((email) => !keys.has(claimedKey(email))));
  }

  /**
   * Step 3: a connection whose previous email has its outcome takes the next one. Whether its campaign may still send is asked
   * now and known at the 354, so that after a stop each connection ends at most its current email.
   */
  async #next(signal: AbortSignal): Promise<Email | null> {
    this.#isServerThere = true;
    for (;;) {
      const email = await this.#queue.take(signal);
      if (!email) return null;
      const mayGo = freshAnswer(() => this.#maySend(email.campaign_id));
      const message = await this.#build(email);
      if (!message) continue;
      let isStopped = false;
      return {
        envelope: { from: this.#on.transport.from.address, to: email.address },
        message,
        onDataGo: async () => {
          isStopped = !(await mayGo());
          return !isStopped;
        },
        done: (outcome) =>
          isStopped
            ? this.#giveBack([email, ...this.#takeBack((other) => other.campaign_id === email.campaign_id)])
            : this.#end(email, fateOf(outcome, email, now(), this.#on.options.pauses)),
      };
    }
  }

  /** Returns the message; null if it cannot be built, which ends the email with a reason. */
  async #build(email: ClaimedEmail): Promise<Buffer | null> {
    const { platform, transport, options } = this.#on;
    const links = trackedLinks(platform.urls.phishing, email.tracking_key);
    try {
      const render = await this.#rendererOf(email);
      return await render(email, { organization: email.organization, links, builtIn: transport.builtIn, at: now() });
    } catch (error) {
      const isInvalid = error instanceof MessageError || error instanceof AddressError;
      if (!isInvalid) platform.log.error({ err: error }, 'an email could not be built');
      const outcome: Outcome = { kind: 'not_sent', stage: 'mail', reason: 'the email could not be built' };
      const fate: Fate = isInvalid
        ? { state: 'failed', reply: `${rejection('email_invalid')}: ${error.message}`, send_at: null, tries: 1 }
        : fateOf(outcome, email, now(), options.pauses);
      await this.#end(email, fate);
      return null;
    }
  }

  /** Step 4: handing_over → its end, stored with others within milliseconds. */
  #end(email: ClaimedEmail, fate: Fate): Promise<void> {
    this.#on.platform.metrics.emails.inc({ kind: 'simulation', outcome: fate.state });
    this.#pending.delete(email);
    return this.#on.outcomes.add(email, fate);
  }

  /** Ends emails that no server has: they wait again. */
  async #giveBack(emails: readonly ClaimedEmail[]): Promise<void> {
    for (const email of emails) await this.#end(email, fateOf(STOPPED, email, now()));
  }

  #takeBack(which: (email: ClaimedEmail) => boolean): ClaimedEmail[] {
    const back = [...this.#stock.filter(which), ...this.#queue.remove(which)];
    this.#stock = this.#stock.filter((email) => !which(email));
    return back;
  }

  /** Each second: gives emails of stopped campaigns back although no connection is free, and ends when nothing is left. */
  async #check(): Promise<void> {
    if (performance.now() < this.#checkAt) return;
    this.#checkAt = performance.now() + CHECK_MS;
    const waiting = [...this.#stock, ...this.#queue.items()];
    if (waiting.length + this.#pool.state().inHand > 0) this.#busyAt = performance.now();
    else if (performance.now() - this.#busyAt > IDLE_MS) this.#queue.close();
    if (waiting.length === 0) return;
    try {
      const campaigns = await stillSendable(this.#on.platform.db, campaignsOf(waiting), now());
      await this.#giveBack(this.#takeBack(({ campaign_id }) => !campaigns.has(campaign_id)));
    } catch (error) {
      this.#pauseAfter(error, 'emails in hand could not be checked');
    }
  }

  #pauseAfter(error: unknown, what: string): void {
    this.#on.platform.log.warn({ err: error }, what);
    this.#busyAt = performance.now();
    this.#resumeAt = this.#busyAt + CHECK_MS;
  }
}

const campaignsOf = (emails: readonly ClaimedEmail[]): string[] => [
  ...new Set(emails.map((email) => email.campaign_id)),
];

/** Asks at once, and asks again when the answer is needed if it is old by then. */
const freshAnswer = (ask: () => Promise<boolean>): (() => Promise<boolean>) => {
  let [askedAt, answer] = [performance.now(), ask()];
  answer.catch(() => undefined); // the error is handled where the answer is needed
  return () => {
    if (performance.now() - askedAt >= ANSWER_MS) [askedAt, answer] = [performance.now(), ask()];
    return answer;
  };
};

type Round = { readonly running: Promise<boolean>; waiting: Promise<boolean> | null };

/**
 * Shares one answer among callers that ask for the same key at the same time. A caller never gets the answer to a question
 * that began before its call: it waits for the next one.
 */
export const shareAnswers = (ask: (key: string) => Promise<boolean>): ((key: string) => Promise<boolean>) => {
  const rounds = new Map<string, Round>();
  const begin = (key: string): Promise<boolean> => {
    const round: Round = { running: ask(key), waiting: null };
    rounds.set(key, round);
    const end = () => {
      if (!round.waiting) rounds.delete(key);
    };
    round.running.then(end, end);
    return round.running;
  };
  return (key) => {
    const round = rounds.get(key);
    if (!round) return begin(key);
    const next = () => begin(key);
    return (round.waiting ??= round.running.then(next, next));
  };
};
