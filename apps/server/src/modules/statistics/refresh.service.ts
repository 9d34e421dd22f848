import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueueForPeople, enqueueIn } from '../../platform/jobs.ts';
import { avoidNestedLoops } from '../../platform/planner-statistics.repo.ts';
import * as effects from './course-effects.repo.ts';
import { staleCampaigns, storeDepartmentEmails } from './department-emails.repo.ts';
import { foldPeopleTallies } from './fold-people-tallies.repo.ts';
import { findStatisticsOrganization } from './period.query.ts';
import * as repo from './refresh.repo.ts';

/**
 * People per statement. Right after the first emails of a campaign the planner knows nothing about them and joins people by
 * nested loops, whose cost grows with the square of this number.
 */
const PEOPLE_AT_ONCE = 500;
/** Divides people into parts for one statement each. */
export const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / PEOPLE_AT_ONCE) }, (_, n) =>
    ids.slice(n * PEOPLE_AT_ONCE, (n + 1) * PEOPLE_AT_ONCE),
  );

const prepareForEverybody = async (tx: Tx): Promise<void> => {
  await repo.raiseStatementTimeout(tx);
  await avoidNestedLoops(tx);
};

/**
 * Recomputes risk, phishing indicator, progress, email facts and course facts of these people (null: of everyone).
 * Returns the ids of people whose risk step (level rounded down) changed: risk tags follow steps (decision 0100).
 */
export const refreshPeople = async (tx: Tx, ids: readonly string[] | null): Promise<string[]> => {
  if (ids?.length === 0) return [];
  const organization = await findStatisticsOrganization(tx);
  if (ids === null) await prepareForEverybody(tx);
  await repo.lockFigures(tx, organization);
  const changed: string[] = [];
  for (const some of ids === null ? [null] : partsOf(ids))
    changed.push(...(await repo.refreshPeopleRows(tx, organization, some)));
  await enqueueForPeople(tx, 'tags.refresh-membership', changed);
  return changed;
};

/**
 * Stores today's points. Figures are recomputed first, because a deadline passes and a completion becomes a year old without any
 * event; risk tags follow.
 */
export const storeDailyPoints = async (tx: Tx): Promise<void> => {
  const organization = await findStatisticsOrganization(tx);
  await prepareForEverybody(tx);
  await repo.lockFigures(tx, organization);
  // After a change of the rules, people who move between risk tags get no actions: nothing about them has changed.
  const onboarding =
    organization.risk_rule_since === null || (await repo.hasPointSince(tx, organization.risk_rule_since));
  const moved = await repo.refreshPeopleRows(tx, organization, null);
  await enqueueForPeople(tx, 'tags.refresh-membership', moved, { onboarding });
  await repo.storePoints(tx, organization);
};

/** Recomputes what changed after each course. Not under the lock of the figures, because it writes none of them. */
export const refreshCourseEffects = async (tx: Tx): Promise<void> => {
  await repo.raiseStatementTimeout(tx);
  await effects.storeCourseEffects(tx);
};

/**
 * Queues today's points wherever they are missing: after midnight of each organisation, or after a downtime. Then adds up
 * the tallies of people, and counts the emails of campaigns that changed since the last minute by department, each campaign
 * in its own transaction.
 */
export const sweepStatistics = async ({ db }: Pick<Platform, 'db'>): Promise<void> => {
  await inSystem(db, async (tx) => {
    for (const organization_id of await repo.withoutPointToday(tx)) {
      await enqueueIn(tx, organization_id, 'statistics.store-daily-points', {});
    }
  });
  await inSystem(db, foldPeopleTallies);
  for (const campaign of await inSystem(db, staleCampaigns))
    await inSystem(db, (tx) => storeDepartmentEmails(tx, campaign));
};
