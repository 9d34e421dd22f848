import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueueForPeople, enqueueIn } from '../../platform/jobs.ts';
import { findOrganization } from './period.query.ts';
import * as repo from './refresh.repo.ts';

/**
 * Computes risk, phishing indicator and progress of these people anew (null: of all), and what became of their emails;
 * returns the ids of people whose level reached another whole-number step: risk tags follow steps (decision 0100).
 */
export const refreshPeople = async (tx: Tx, ids: readonly string[] | null): Promise<string[]> => {
  if (ids?.length === 0) return [];
  const organization = await findOrganization(tx);
  if (ids === null) await repo.allowForEverybody(tx);
  await repo.lockFigures(tx, organization);
  const changed = await repo.refreshPeople(tx, organization, ids);
  await enqueueForPeople(tx, 'tags.refresh-membership', changed);
  return changed;
};

/** The figures of whoever got an email of this campaign in these ten seconds. */
export const countSent = async (tx: Tx, campaignId: string, since: string): Promise<void> => {
  await refreshPeople(tx, await repo.sentWithin(tx, campaignId, since));
};

/**
 * Stores today's point of everybody. Figures are computed first, because courses leave the window of 365 days, and
 * others begin, without anybody doing anything.
 */
export const storeDailyPoints = async (tx: Tx): Promise<void> => {
  const organization = await findOrganization(tx);
  await repo.allowForEverybody(tx);
  await repo.lockFigures(tx, organization);
  await repo.refreshPeople(tx, organization, null);
  await repo.storePoints(tx, organization);
};

/** Orders today's points wherever they are missing: after midnight of each organisation, or after a downtime. */
export const sweepStatistics = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const organization_id of await repo.withoutPointToday(tx)) {
      await enqueueIn(tx, organization_id, 'statistics.store-daily-points', {});
    }
  });
