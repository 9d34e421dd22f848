import { sleep } from '@sergak/mail/backoff.ts';
import { MessageError } from '@sergak/mail/message.ts';
import type { Outcome } from '@sergak/mail/outcome.ts';
import { startPool, type Email, type Pool } from '@sergak/mail/pool.ts';
import { AddressError } from '@sergak/mail/address.ts';
import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { prepareAttachments, readUploads } from './attachments.ts';
import { claimEmails } from './claim.ts';
import { openGate } from './gate.ts';
import type { Journal } from './outcomes.ts';
import { emailRenderer, trackedLinks, type Renderer } from './renderer.ts';
import { campaignPictures } from './pictures.ts';
import type { Owner } from './owner.repo.ts';
import * as repo from './delivery.repo.ts';
import { fateOf, refusal, type Fate } from './delivery.rules.ts';
import type { MailTransport, SenderOptions } from './delivery.types.ts';

export type Lane = { readonly finished: Promise<void>; stop(graceMs: number): Promise<void> };
type Waiting = { readonly email: repo.ClaimedEmail; readonly organization: repo.SendingOrganization };
/** An email that is stored as being handed over, or whose mark is being written. */
type Marked = Waiting & { readonly go: Promise<boolean> };
type State = {
  readonly platform: Platform;
  readonly organizationId: string;
  readonly transport: MailTransport;
  readonly journal: Journal;
  readonly owner: Owner;
  readonly options: SenderOptions;
  readonly renderers: Map<string, Promise<Renderer>>;
  /** Claimed and not yet given to a connection. */
  hand: Waiting[];
  /** Next emails, one to three per connection: their marks are written together while those before them are transferred. */
  marked: Marked[];
  /** Whether emails of a campaign may still be sent, by a query that starts after the call. */
  readonly gateOpen: (campaignId: string) => Promise<boolean>;
  refilling: Promise<boolean> | null;
  turn: number;
  /** Campaigns of the claimed emails. */
  readonly campaigns: Set<string>;
  checkedAt: number;
};

const RENDERERS_MAX = 200;
/** Marked emails per connection: when only `few` are left, more are marked, until there are `most`. */
const MARKED = { few: 1, most: 3 };
/** How long a connection waits for another due email before it is closed. */
const IDLE_MS = 3_000;
const CHECK_MS = 1_000;
/** A result older than this at the 354 is queried again. */
const GATE_OLD_MS = 250;

/** Sends the due emails of one organisation through its mail server until none are left. */
export const startLane = (
  platform: Platform,
  organizationId: string,
  transport: MailTransport,
  journal: Journal,
  owner: Owner,
  options: SenderOptions,
): Lane => {
  const state: State = {
    platform,
    organizationId,
    transport,
    journal,
    owner,
    options,
    renderers: new Map(),
    hand: [],
    marked: [],
    gateOpen: openGate((id) => repo.isSendable(platform.db, id, now())),
    refilling: null,
    turn: 0,
    campaigns: new Set(),
    checkedAt: 0,
  };
  const pool = startPool(
    { ...transport.config, helloName: transport.helloDomain },
    {
      connections: transport.connections,
      next: (signal) => nextEmail(state, signal),
      awayStepsMs: options.awayStepsMs,
      onServerAway: (fault, retryInMs) =>
        platform.log.warn(
          { organization: organizationId, fault: fault.code, detail: fault.detail, retryInMs },
          'the mail server is away',
        ),
      onServerBack: () => platform.log.info({ organization: organizationId }, 'the mail server is back'),
      onError: (error) => platform.log.error({ err: error }, 'sending failed unexpectedly'),
    },
  );
  const watch = watchPool(state, pool);
  const finished = pool.finished.then(async () => {
    clearInterval(watch);
    await state.refilling?.catch(() => undefined); // emails of a claim that is still running must be released as well
    await release(state);
    await repo.announceSent(platform.db, organizationId, [...state.campaigns]);
  });
  return {
    finished,
    async stop(graceMs) {
      await pool.stop({ graceMs });
      await finished.catch(() => undefined); // the caller that awaits `finished` gets the error
    },
  };
};

/** Releases claimed emails while the mail server is away, so that any sender can claim them. */
const watchPool = (state: State, pool: Pool) =>
  setInterval(() => {
    if (pool.state().away && state.hand.length + state.marked.length > 0) void release(state);
    if (state.hand.length > 0 && now().getTime() - state.checkedAt > CHECK_MS) void checkHand(state);
  }, 250).unref();

const nextEmail = async (state: State, signal: AbortSignal): Promise<Email | null> => {
  const idleFrom = now().getTime();
  while (!signal.aborted) {
    mark(state);
    const next = state.marked.shift();
    if (next) {
      mark(state);
      if (state.hand.length < state.options.batch / 2) void refill(state).catch(() => undefined);
      const email = await prepare(state, next);
      if (email) return email;
      continue;
    }
    if (await refill(state)) continue;
    if (now().getTime() - idleFrom > IDLE_MS) return null;
    await sleep(state.options.pollMs, signal);
  }
  return null;
};

const mark = (state: State): void => {
  const { connections } = state.transport;
  if (state.marked.length > MARKED.few * connections) return;
  while (state.marked.length < MARKED.most * connections) {
    const waiting = state.hand.shift();
    if (!waiting) return;
    const go = state.journal.handOver(waiting.email);
    go.catch(() => undefined); // the error is handled by the connection that takes the email
    state.marked.push({ ...waiting, go });
  }
};

/** Claims the next emails; one claim at a time, however many connections ask. */
const refill = (state: State): Promise<boolean> =>
  (state.refilling ??= claim(state).finally(() => {
    state.refilling = null;
  }));

const claim = async (state: State): Promise<boolean> => {
  const { organizationId, owner, options } = state;
  const claimed = await claimEmails(state.platform.db, {
    organizationId,
    claim: owner.nextClaim(),
    limit: options.batch,
    leaseMs: options.leaseMs,
    at: now(),
    turn: state.turn++,
    senderDomains: state.platform.config.senderDomains,
  });
  if (!claimed || claimed.emails.length === 0) return false;
  state.campaigns.add(claimed.emails[0]!.campaign_id);
  state.hand.push(...claimed.emails.map((email) => ({ email, organization: claimed.organization })));
  return true;
};

const prepareRenderer = async (platform: Platform, claimed: repo.ClaimedEmail): Promise<Renderer> => {
  const { campaign_id, email_id, language } = claimed;
  const email = await repo.findCampaignEmail(platform.db, campaign_id, email_id, language);
  const keyOf = (id: string) => repo.findStorageKey(platform.db, campaign_id, id);
  const uploads = await readUploads(platform, email.attachments, keyOf);
  const files = await prepareAttachments(email.attachments, email.language, uploads);
  return emailRenderer(email, files, await campaignPictures(platform, email));
};

const rendererOf = (state: State, email: repo.ClaimedEmail): Promise<Renderer> => {
  const { campaign_id, email_id, language } = email;
  const key = `${campaign_id} ${email_id} ${language}`;
  const known = state.renderers.get(key);
  if (known) return known;
  if (state.renderers.size >= RENDERERS_MAX) state.renderers.clear();
  const made = prepareRenderer(state.platform, email);
  made.catch(() => state.renderers.delete(key));
  state.renderers.set(key, made);
  return made;
};

/** Returns the email for the pool; null if it cannot be built, which ends the email with a reason. */
const prepare = async (state: State, { email, organization, go }: Marked): Promise<Email | null> => {
  const { platform, transport, options } = state;
  // The mark may be old, so the campaign is checked again. The query starts only after the previous email on this
  // connection has its reply, so that after a stop each connection ends at most its current email. If the server needs
  // long for the envelope, the query is repeated.
  const askGate = () => {
    const open = state.gateOpen(email.campaign_id);
    open.catch(() => undefined);
    return { at: performance.now(), open };
  };
  let asked = askGate();
  let message: Buffer;
  try {
    const render = await rendererOf(state, email);
    message = await render(email, {
      organization,
      links: trackedLinks(platform.urls.phishing, email.tracking_key),
      builtIn: transport.builtIn,
      at: now(),
    });
  } catch (error) {
    const invalid = error instanceof MessageError || error instanceof AddressError;
    if (!invalid) platform.log.error({ err: error }, 'an email could not be built');
    const fate: Fate = invalid
      ? { state: 'failed', reply: `${refusal('email_invalid')}: ${error.message}`, send_at: null, tries: 1 }
      : fateOf(
          { kind: 'not_sent', stage: 'mail', reason: 'the email could not be built' },
          email,
          now(),
          null,
          options.pauses,
        );
    await finish(state, email, fate);
    return null;
  }
  let refused = false;
  const mayGo = () => {
    if (performance.now() - asked.at >= GATE_OLD_MS) asked = askGate();
    return asked.open;
  };
  return {
    envelope: { from: transport.from.address, to: email.address },
    message,
    onDataGo: async () => {
      refused = !(await go) || !(await mayGo());
      return !refused;
    },
    done: async (outcome) => {
      const stopped = refused ? await whyStopped(state, email) : null;
      await finish(state, email, fateOf(outcome, email, now(), stopped, options.pauses));
      if (refused) await checkHand(state);
    },
  };
};

const finish = async (state: State, email: repo.ClaimedEmail, fate: Fate): Promise<void> => {
  state.platform.metrics.emails.inc({ kind: 'simulation', outcome: fate.state });
  await state.journal.end(email, fate);
};

const whyStopped = async (state: State, email: repo.ClaimedEmail): Promise<'paused' | 'completed'> => {
  const over = await repo.overCampaigns(state.platform.db, [email.campaign_id], now());
  return over.has(email.campaign_id) ? 'completed' : 'paused';
};

/**
 * Checks whether claimed emails may still be sent and releases the others. Completing a campaign and the stop button work
 * here.
 */
const checkHand = async (state: State): Promise<void> => {
  state.checkedAt = now().getTime();
  const campaigns = [...new Set(state.hand.map(({ email }) => email.campaign_id))];
  if (campaigns.length === 0) return;
  try {
    const allowed = await repo.stillSendable(state.platform.db, campaigns, now());
    if (allowed.size === campaigns.length) return;
    const over = await repo.overCampaigns(
      state.platform.db,
      campaigns.filter((id) => !allowed.has(id)),
      now(),
    );
    const out = state.hand.filter(({ email }) => !allowed.has(email.campaign_id));
    state.hand = state.hand.filter(({ email }) => allowed.has(email.campaign_id));
    for (const { email } of out) await finish(state, email, releasedFate(over.has(email.campaign_id)));
  } catch (error) {
    state.platform.log.warn({ err: error }, 'emails in hand could not be checked');
  }
};

const stoppedOutcome: Outcome = { kind: 'not_sent', stage: 'mail', reason: 'stopped' };
const releasedFate = (over: boolean): Fate =>
  fateOf(stoppedOutcome, { attempts: 0 }, now(), over ? 'completed' : 'paused');

const release = async (state: State): Promise<void> => {
  const out = [...state.hand.splice(0), ...state.marked.splice(0)];
  for (const { email } of out) await state.journal.end(email, releasedFate(false));
};
