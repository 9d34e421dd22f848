import { iso, MINUTE, now } from '../../platform/clock.ts';
import { inSystem, type Database } from '../../platform/db.ts';
import { enqueueIn, enqueueOnce } from '../../platform/jobs.ts';
import * as repo from './delivery.repo.ts';
import { giveBackToDay } from './days.repo.ts';
import { notTesting } from './due.query.ts';
import { returnsPlace, type Fate } from './delivery.rules.ts';

/** Ends of emails that are not stored yet. After a kill these emails are `unknown`, although the server answered. */
export type Outcomes = {
  /** Stores what became of an email. Resolves at once while few outcomes wait, so that connections go on. */
  add(email: repo.Claimed, fate: Fate): Promise<void>;
  /** Claims whose emails wait here. */
  claims(): string[];
  /** Resolves when everything is stored. */
  flush(): Promise<void>;
};

/** From this number of outcomes without a commit on, a connection waits before its next email. */
export const OUTCOMES_MAX = 64;
const DELAY_MS = 15;
const RETRY_MS = 500;
/** Length of the period that one job `statistics.count-sent` covers. */
const COUNTED_MS = 5 * MINUTE;

/** Stores outcomes in batches, one at a time, so that there are fewer commits than emails and no connection waits for one. */
export const openOutcomes = (db: Database, onError: (error: unknown) => void): Outcomes => {
  const backlog: repo.Ended[] = [];
  let saving: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const save = async (): Promise<void> => {
    const some = [...backlog];
    try {
      await storeOutcomes(db, some, now());
      backlog.splice(0, some.length);
    } catch (error) {
      // The outcomes are final, so storing them is repeated until it succeeds.
      onError(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  const saveSoon = () => {
    timer ??= setTimeout(saveNow, DELAY_MS);
  };
  const saveNow = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (saving || backlog.length === 0) return;
    saving = save().finally(() => {
      saving = null;
      if (backlog.length >= OUTCOMES_MAX) saveNow();
      else if (backlog.length > 0) saveSoon();
    });
  };
  return {
    async add({ id, claim }, fate) {
      backlog.push({ id, claim, fate });
      if (backlog.length < OUTCOMES_MAX) return saveSoon();
      saveNow();
      await saving;
    },
    claims: () => [...new Set(backlog.map(({ claim }) => claim))],
    async flush() {
      while (saving || backlog.length > 0) {
        saveNow();
        await saving;
      }
    },
  };
};

/**
 * Stores outcomes in one transaction and queues what follows: places of the daily cap are given back, and the facts kept about the
 * people are refreshed after at most five minutes, by one job for each campaign and five minutes. So a burst of emails does not
 * share the database with them.
 */
export const storeOutcomes = (db: Database, outcomes: readonly repo.Ended[], at: Date): Promise<void> =>
  inSystem(db, async (tx) => {
    const since = countedSince(at);
    const failed = new Set<string>();
    for (const { organization_id, campaign_id, is_testing, state, emails } of await repo.endEmails(tx, outcomes, at)) {
      if (state === 'failed' && !is_testing) failed.add(organization_id);
      if (returnsPlace(state)) await giveBackToDay(tx, organization_id, emails);
      if (state !== 'sent' || is_testing) continue;
      const part = { campaign_id, since: iso(since) };
      const runAt = new Date(since.getTime() + COUNTED_MS);
      await enqueueOnce(tx, organization_id, 'statistics.count-sent', part, { runAt });
    }
    for (const id of [...failed].sort()) await enqueueIn(tx, id, 'notifications.settle', {});
  });

/**
 * After an organisation's due emails are sent: queues the reactions of these campaigns, because a reaction may apply to every
 * recipient, and has the last emails counted at once instead of after five minutes.
 */
export const announceSent = (db: Database, organizationId: string, campaignIds: readonly string[]): Promise<void> =>
  inSystem(db, async (tx) => {
    if (campaignIds.length === 0) return;
    const since = iso(countedSince(now()));
    for (const campaign_id of await notTesting(tx, campaignIds)) {
      await enqueueIn(tx, organizationId, 'campaigns.react-to-results', { campaign_id });
      await enqueueIn(tx, organizationId, 'statistics.count-sent', { campaign_id, since });
    }
  });

/** Start of the period in which an email sent at this time is counted. */
const countedSince = (at: Date): Date => new Date(Math.floor(at.getTime() / COUNTED_MS) * COUNTED_MS);
