import Bowser from 'bowser';
import type { Platform } from '../../../platform/context.ts';
import { now, SECOND } from '../../../platform/clock.ts';
import { raise, stillRises } from './rise.rules.ts';
import * as repo from './tracking.repo.ts';
import type { CampaignFacts, Hit, Recipient, Rise, StoredEvent } from './tracking.types.ts';
import { countLinks, judge } from './verdict.rules.ts';

export type Seen = { readonly recipient: Recipient; readonly campaign: CampaignFacts };
export type Recorder = {
  /** Stores the event and answers whose it was, after the commit; null for an unknown key. */
  record(hit: Hit): Promise<Seen | null>;
  /** Whose key it is, without any event. */
  find(key: string): Promise<Seen | null>;
  /** Requests that wait for a commit. */
  waiting(): number;
  flush(): Promise<void>;
};
type Waiting = { readonly hit: Hit; resolve(seen: Seen | null): void; reject(error: unknown): void };

const BATCH_MAX = 400;
/** Batches under way at once: while one waits for the disk, the next is judged. */
const WRITERS = 2;
/** Waits this long for company when requests come one by one; under load the commits before are the wait. */
const GATHER_MS = 2;
/** How old what is known of a campaign or a recipient may be. */
const FACTS_MS = 2 * SECOND;
const KNOWN_MAX = 20_000;
/** Results of this long are looked at by one job: it starts later than that, so whatever was stored before is seen. */
const COVERED_MS = 500;

/**
 * Group commit: while batches are being stored, the requests of the meantime gather for the next. Nobody gets an answer
 * before the own event is on the disk, and the database commits some hundred times a second, whatever comes in.
 */
export const openRecorder = (platform: Platform): Recorder => {
  const { db, log, metrics } = platform;
  const known = openKnown(db);
  const links = countLinks();
  const covered = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const queue: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;

  const store = async (batch: readonly Waiting[]): Promise<(Seen | null)[]> => {
    const seen = await known.of(batch.map(({ hit }) => hit));
    const events: StoredEvent[] = [];
    const rises = new Map<number, Rise>();
    batch.forEach(({ hit }, index) => {
      const one = seen[index];
      if (!one) return;
      const { recipient, campaign } = one;
      const so = rises.get(recipient.id);
      const clicked =
        recipient.clicked_at ?? so?.clicked_at ?? recipient.attachment_opened_at ?? so?.attachment_opened_at;
      const { human, word } = judge(hit, recipient, links(hit), Boolean(clicked));
      const { os, browser } = describeAgent(hit.userAgent);
      events.push({ recipient, hit, human, verdict: word, os, browser });
      const rise = human && stillRises(campaign, hit.at) ? raise(recipient, so, hit, word === '' ? os : null) : null;
      if (rise) rises.set(recipient.id, rise);
    });
    if (events.length === 0) return seen;
    const from = performance.now();
    const jobs = followups(rises.values(), seen);
    const reacting = jobs.filter((one) => !(from < (covered.get(one.campaignId) ?? 0))).map((one) => one.campaignId);
    await repo.storeBatch(db, events, [...rises.values()], jobs, new Set(reacting));
    for (const id of reacting) covered.set(id, from + COVERED_MS);
    // So slow a commit that the job may have started without these results: once more.
    if (jobs.length > 0 && performance.now() - from > repo.REACT_AFTER_MS - COVERED_MS)
      await repo.storeBatch(db, [], [], jobs, new Set(jobs.map((one) => one.campaignId)));
    for (const rise of rises.values()) known.risen(rise);
    for (const event of events)
      metrics.tracking.inc({ kind: event.hit.kind, verdict: event.human ? 'human' : 'automatic' });
    return seen;
  };
  const run = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const seen = await store(batch);
      batch.forEach((one, index) => one.resolve(seen[index] ?? null));
    } catch (error) {
      log.error({ reason: (error as Error).message, requests: batch.length }, 'tracking events could not be stored');
      for (const one of batch) one.reject(error);
    }
  };
  const kick = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (running.size >= WRITERS || queue.length === 0) return;
    const under = run(queue.splice(0, BATCH_MAX)).finally(() => {
      running.delete(under);
      kick();
    });
    running.add(under);
  };
  return {
    record: (hit) =>
      new Promise((resolve, reject) => {
        queue.push({ hit, resolve, reject });
        if (running.size < WRITERS) timer ??= setTimeout(kick, GATHER_MS);
      }),
    find: async (key) => (await known.of([{ key, kind: 'opened' }]))[0] ?? null,
    waiting: () => queue.length,
    async flush() {
      while (running.size > 0 || queue.length > 0) {
        kick();
        await Promise.race(running);
      }
    },
  };
};

type Asked = Pick<Hit, 'key' | 'kind'>;

/** Whom keys belong to, remembered for a moment: one person's requests come close together. */
const openKnown = (db: Platform['db']) => {
  const facts = new Map<string, { at: number; campaign: CampaignFacts }>();
  let recipients = new Map<string, { at: number; recipient: Recipient }>();
  const factsOf = async (id: string, at: number): Promise<CampaignFacts | undefined> => {
    const one = facts.get(id);
    if (one && at - one.at < FACTS_MS) return one.campaign;
    const campaign = await repo.findCampaignFacts(db, id);
    if (facts.size > 1_000) facts.clear();
    if (campaign) facts.set(id, { at, campaign });
    return campaign;
  };
  /** A form is judged by the click before it, which another process may have stored. */
  const isFresh = (asked: Asked, at: number): boolean => {
    const one = recipients.get(asked.key);
    if (!one || at - one.at >= FACTS_MS || one.recipient.sent_at === null) return false;
    return (
      asked.kind !== 'entered_data' || one.recipient.clicked_at !== null || one.recipient.attachment_opened_at !== null
    );
  };
  return {
    async of(asked: readonly Asked[]): Promise<(Seen | null)[]> {
      const at = now().getTime();
      const missing = new Set(asked.filter((one) => !isFresh(one, at)).map((one) => one.key));
      const read = missing.size > 0 ? await repo.findRecipients(db, [...missing]) : new Map<string, Recipient>();
      const found = asked.map(
        ({ key }) => read.get(key) ?? (missing.has(key) ? undefined : recipients.get(key)?.recipient),
      );
      if (recipients.size > KNOWN_MAX) recipients = new Map();
      for (const [key, recipient] of read) recipients.set(key, { at, recipient });
      const campaigns = new Map<string, CampaignFacts>();
      for (const id of new Set(found.map((recipient) => recipient?.campaign_id))) {
        const campaign = id && (await factsOf(id, at));
        if (campaign) campaigns.set(campaign.id, campaign);
      }
      return found.map((recipient) => {
        const campaign = recipient && campaigns.get(recipient.campaign_id);
        return recipient && campaign ? { recipient, campaign } : null;
      });
    },
    /** What was stored is known from now on. */
    risen({ recipient, result, os, ...times }: Rise): void {
      const one = recipients.get(recipient.tracking_key);
      if (!one) return;
      const was = one.recipient;
      const later = (column: keyof typeof times) => was[column] ?? times[column]?.toISOString() ?? null;
      recipients.set(recipient.tracking_key, {
        at: one.at,
        recipient: {
          ...was,
          result: Math.max(was.result, result),
          os: was.os ?? os,
          opened_at: later('opened_at'),
          clicked_at: later('clicked_at'),
          attachment_opened_at: later('attachment_opened_at'),
          entered_at: later('entered_at'),
        },
      });
    },
  };
};

/** Who rose, by campaign. Tests of a campaign stay without consequences. */
const followups = (rises: Iterable<Rise>, seen: readonly (Seen | null)[]): repo.Followup[] => {
  const testing = new Set(seen.flatMap((one) => (one?.campaign.is_testing ? [one.campaign.id] : [])));
  const found = new Map<string, repo.Followup & { employeeIds: string[] }>();
  for (const { recipient } of rises) {
    if (testing.has(recipient.campaign_id)) continue;
    const known = found.get(recipient.campaign_id);
    if (known) known.employeeIds.push(recipient.employee_id);
    else
      found.set(recipient.campaign_id, {
        organizationId: recipient.organization_id,
        campaignId: recipient.campaign_id,
        employeeIds: [recipient.employee_id],
      });
  }
  return [...found.values()];
};

type Agent = { readonly os: string | null; readonly browser: string | null };
const NOBODY: Agent = { os: null, browser: null };
const agents = new Map<string, Agent>();
const AGENTS_MAX = 2_000;

/** Names of system and browser as the user agent claims them; parsing one takes longer than storing an event. */
const describeAgent = (userAgent: string): Agent => {
  if (userAgent === '') return NOBODY;
  const known = agents.get(userAgent);
  if (known) return known;
  let agent = NOBODY;
  try {
    const { os, browser } = Bowser.parse(userAgent);
    agent = { os: os.name?.slice(0, 100) || null, browser: browser.name?.slice(0, 100) || null };
  } catch {
    // Nonsense in a header is no reason to lose the event.
  }
  if (agents.size >= AGENTS_MAX) agents.delete(agents.keys().next().value!);
  agents.set(userAgent, agent);
  return agent;
};
