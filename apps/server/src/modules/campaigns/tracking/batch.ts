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
/** Waits this long for company when requests come one by one; under load the commit before is the wait. */
const GATHER_MS = 1;
/** How old the campaign's state may be: its end does not move by seconds. */
const FACTS_MS = 2 * SECOND;

/**
 * Group commit: while one batch is being stored, the requests of the meantime gather for the next. Nobody gets an answer
 * before the own event is on the disk, and the database commits some hundred times a second, whatever comes in.
 */
export const openRecorder = (platform: Platform): Recorder => {
  const { db, log, metrics } = platform;
  const links = countLinks();
  const facts = new Map<string, { at: number; campaign: CampaignFacts }>();
  const queue: Waiting[] = [];
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const factsOf = async (id: string): Promise<CampaignFacts | undefined> => {
    const known = facts.get(id);
    if (known && now().getTime() - known.at < FACTS_MS) return known.campaign;
    const campaign = await repo.findCampaignFacts(db, id);
    if (facts.size > 1_000) facts.clear();
    if (campaign) facts.set(id, { at: now().getTime(), campaign });
    return campaign;
  };
  const store = async (batch: readonly Waiting[]): Promise<(Seen | null)[]> => {
    const recipients = await repo.findRecipients(db, [...new Set(batch.map(({ hit }) => hit.key))]);
    const campaigns = new Map<string, CampaignFacts>();
    for (const id of new Set([...recipients.values()].map((recipient) => recipient.campaign_id))) {
      const campaign = await factsOf(id);
      if (campaign) campaigns.set(id, campaign);
    }
    const events: StoredEvent[] = [];
    const rises = new Map<number, Rise>();
    const seen = batch.map(({ hit }): Seen | null => {
      const recipient = recipients.get(hit.key);
      const campaign = recipient && campaigns.get(recipient.campaign_id);
      if (!recipient || !campaign) return null;
      const so = rises.get(recipient.id);
      const { human, word } = judge(hit, recipient, links(hit), Boolean(recipient.clicked_at ?? so?.clicked_at ?? recipient.attachment_opened_at ?? so?.attachment_opened_at));
      const { os, browser } = describeAgent(hit.userAgent);
      events.push({ recipient, hit, human, verdict: word, os, browser });
      if (human && stillRises(campaign, hit.at)) {
        const rise = raise(recipient, so, hit, word === '' ? os : null);
        if (rise) rises.set(recipient.id, rise);
      }
      return { recipient, campaign };
    });
    if (events.length > 0) await repo.storeBatch(db, events, [...rises.values()], followups(rises.values(), campaigns));
    for (const event of events) metrics.tracking.inc({ kind: event.hit.kind, verdict: event.human ? 'human' : 'automatic' });
    return seen;
  };
  const run = async (): Promise<void> => {
    const batch = queue.splice(0, BATCH_MAX);
    try {
      const seen = await store(batch);
      batch.forEach((one, index) => one.resolve(seen[index]!));
    } catch (error) {
      log.error({ reason: (error as Error).message, requests: batch.length }, 'tracking events could not be stored');
      for (const one of batch) one.reject(error);
    }
  };
  const kick = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (running || queue.length === 0) return;
    running = run().finally(() => {
      running = null;
      kick();
    });
  };
  return {
    record: (hit) => new Promise((resolve, reject) => {
      queue.push({ hit, resolve, reject });
      if (!running && queue.length >= BATCH_MAX) kick();
      else if (!running) timer ??= setTimeout(kick, GATHER_MS);
    }),
    async find(key) {
      const recipient = (await repo.findRecipients(db, [key])).get(key);
      const campaign = recipient && (await factsOf(recipient.campaign_id));
      return recipient && campaign ? { recipient, campaign } : null;
    },
    waiting: () => queue.length,
    async flush() {
      while (running || queue.length > 0) {
        kick();
        await running;
      }
    },
  };
};

/** Who rose, by campaign. Tests of a campaign stay without consequences. */
const followups = (rises: Iterable<Rise>, campaigns: ReadonlyMap<string, CampaignFacts>): repo.Followup[] => {
  const found = new Map<string, repo.Followup & { employeeIds: string[] }>();
  for (const { recipient } of rises) {
    if (campaigns.get(recipient.campaign_id)?.is_testing) continue;
    const known = found.get(recipient.campaign_id);
    if (known) known.employeeIds.push(recipient.employee_id);
    else
      found.set(recipient.campaign_id, {
        organizationId: recipient.organization_id, campaignId: recipient.campaign_id, employeeIds: [recipient.employee_id],
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
