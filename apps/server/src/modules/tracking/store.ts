import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';
import { after, now, SECOND } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type SystemTx } from '../../platform/db.ts';
import { enqueueIn, enqueueOnce } from '../../platform/jobs.ts';
import {
  counts,
  judgeBatch,
  toJudgedHit,
  mayBeCrowd,
  mayBeGateway,
  needsClick,
  type BatchOutcome,
  type Facts,
  type JudgedHit,
} from './batch.rules.ts';
import * as events from './events.repo.ts';
import * as query from './facts.query.ts';
import { lockTargets } from './targets.repo.ts';
import type { Hit, Program, Seen } from './tracking.types.ts';
import { WALKED_LEAST } from './verdict.rules.ts';

/** The job that reacts to results starts so much later, and one job serves all results of the same second. */
const REACT_AFTER_MS = 1_500;
/** Number of latest events of a campaign among which an address of many people is looked for. */
const LAST_EVENTS = 50;

/**
 * Stores a batch of hits in one transaction: the events, the results that rise, and the jobs that follow. Returns the recipient of
 * each hit, null for an unknown key. A batch that may have been stored before is stored once.
 */
export const storeHits = async ({ db, metrics }: Platform, hits: readonly Hit[]): Promise<(Seen | null)[]> => {
  const seen = await inSystem(db, async (tx) => {
    const targets = await lockTargets(tx, hits);
    const batch = hits.flatMap((hit, at) =>
      targets[at] ? [toJudgedHit(hit, programs.memo(hit.userAgent), targets[at])] : [],
    );
    const outcome = judgeBatch(batch, await readFacts(tx, batch));
    await write(tx, outcome);
    const verdicts = outcome.verdicts[Symbol.iterator]();
    return targets.map((target) => {
      if (!target) return null;
      const verdict = verdicts.next().value!;
      return { ...target, human: counts(verdict), unconfirmed: verdict === 'unconfirmed' };
    });
  });
  for (const [at, one] of seen.entries()) {
    const verdict = one?.human ? 'human' : one?.unconfirmed ? 'unconfirmed' : 'automatic';
    if (one) metrics.tracking.inc({ kind: hits[at]!.kind, verdict });
  }
  return seen;
};

/** Stores one event at once, for processes without a recorder. */
export const storeOne = async (platform: Platform, hit: Hit): Promise<Seen | null> =>
  (await storeHits(platform, [hit]))[0] ?? null;

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** Reads only what some hit of the batch needs; most batches need nothing more than their recipients. */
const readFacts = async (tx: SystemTx, batch: readonly JudgedHit[]): Promise<Facts> => {
  const again = batch.filter(({ hit }) => hit.again);
  const clicked = batch.filter(({ hit }) => needsClick(hit.kind));
  const walked = batch.filter(mayBeGateway);
  const crowded = batch.filter(mayBeCrowd);
  const places = new Map(
    walked.map(({ target }) => [
      `${target.campaign_id} ${target.source}`,
      { campaign_id: target.campaign_id, address: target.source },
    ]),
  );
  return {
    stored: again.length > 0 ? await query.findStored(tx, again) : new Map(),
    waiting: clicked.length > 0 ? await query.findWaiting(tx, clicked) : [],
    gateways: places.size > 0 ? await query.findGateways(tx, [...places.values()], WALKED_LEAST) : [],
    last:
      crowded.length > 0
        ? await query.findLastEvents(tx, unique(crowded.map(({ target }) => target.campaign_id)), LAST_EVENTS)
        : [],
  };
};

const write = async (tx: SystemTx, { events: added, confirmed, results }: BatchOutcome): Promise<void> => {
  if (added.length > 0) await events.insertEvents(tx, added);
  if (confirmed.length > 0) await events.confirmEvents(tx, confirmed);
  if (results.length === 0) return;
  await events.storeResults(tx, results);
  const counted = results.map(({ target }) => target).filter((target) => !target.is_testing);
  const organizations = Map.groupBy(counted, (target) => target.organization_id);
  for (const id of [...organizations.keys()].sort()) {
    const people = unique(organizations.get(id)!.flatMap(({ employee_id }) => employee_id ?? []));
    await enqueueIn(tx, id, 'statistics.refresh-people', { employee_ids: people });
  }
  const campaigns = new Map(counted.map((target) => [target.campaign_id, target.organization_id]));
  const at = now();
  for (const id of [...campaigns.keys()].sort())
    await enqueueOnce(
      tx,
      campaigns.get(id)!,
      'campaigns.react-to-results',
      { campaign_id: id },
      { runAt: after(at, REACT_AFTER_MS), slot: Math.floor(at.getTime() / SECOND) },
    );
};

/** Returns the system and browser named by the user agent. */
const readProgram = (userAgent: string): Program => {
  if (userAgent === '') return { userAgent, os: null, browser: null };
  try {
    const { os, browser } = Bowser.parse(userAgent);
    return { userAgent, os: os.name?.slice(0, 100) || null, browser: browser.name?.slice(0, 100) || null };
  } catch {
    return { userAgent, os: null, browser: null }; // an unreadable header is no reason to lose the event
  }
};

/** Reading a user agent takes longer than storing an event, and few programs make most requests. */
const programs = new LRUCache<string, Program>({ max: 2_000, memoMethod: readProgram });
