import { isAnonymityEnding } from '../directory/public.ts';
import { writeAudit } from '../../platform/audit.ts';
import { dayIn } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import { deleteTellingEmails } from '../../platform/outbox.ts';
import { findUnended } from '../campaigns/public.ts';
import { countResultsSince } from './results.query.ts';
import { anonymizeResultsSince } from './results.service.ts';
import { deleteTellingCaught } from '../settings/public.ts';
import {
  clearRiskPoints,
  deleteCourseEffects,
  findStatisticsOrganization,
  refreshEverybody,
} from '../statistics/public.ts';
import { AT_ONCE, inBatches } from './retention.jobs.ts';
import { endAnonymous, findEnding, lockRetention } from './retention.repo.ts';
import { unlinkResults } from './separate.service.ts';

/**
 * Separates the results of the anonymous time from their persons for good and then turns the mode off. Does nothing once the mode was
 * turned on again. If senders hold emails of these results, or a campaign runs, the mode stays on until the sweep starts the job again.
 */
export const endAnonymity = async (ctx: JobCtx): Promise<void> => {
  const since = await ctx.run('read', findEnding);
  if (!since) return;
  const ifEnding = (work: (tx: Tx) => Promise<number>) => async (tx: Tx) =>
    (await isAnonymityEnding(tx)) ? work(tx) : 0;
  await inBatches(
    ctx,
    'privacy.results_anonymized',
    ifEnding((tx) => separateNext(tx, since)),
  );
  if (!(await ctx.run('read', (tx) => canEnd(tx, since)))) return;
  // No call may show afterwards what the figures of people were.
  await refreshEverybody(ctx);
  await inBatches(
    ctx,
    'privacy.points_cleared',
    ifEnding((tx) => clearNextPoints(tx, since)),
  );
  await ctx.run('write', turnOff);
};

const separateNext = async (tx: Tx, since: Date): Promise<number> => {
  const results = await anonymizeResultsSince(tx, since, AT_ONCE);
  await unlinkResults(tx, results);
  return results.people.length;
};

/** Whether the mode is still to be ended, every campaign has ended, and no result is left to separate. */
const canEnd = async (tx: Tx, since: Date): Promise<boolean> =>
  (await findEnding(tx)) !== undefined &&
  (await findUnended(tx, 0)).number === 0 &&
  (await countResultsSince(tx, since)) === 0;

/** Levels of groups would tell the level of a person: six times the mean of six people minus five times that of five. */
const clearNextPoints = async (tx: Tx, since: Date): Promise<number> =>
  clearRiskPoints(tx, dayIn(since, (await findStatisticsOrganization(tx)).time_zone), AT_ONCE);

const turnOff = async (tx: Tx): Promise<void> => {
  await lockRetention(tx);
  const since = await findEnding(tx);
  if (!since || !(await canEnd(tx, since))) return;
  // Points that were stored after the batches.
  while ((await clearNextPoints(tx, since)) === AT_ONCE);
  await deleteCourseEffects(tx);
  await deleteTellingEmails(tx, since);
  await deleteTellingCaught(tx, since);
  await endAnonymous(tx);
  await enqueue(tx, 'tags.refresh-membership', { employee_ids: null });
  await writeAudit(tx, { action: 'privacy.anonymous_off', actorId: null, actorName: '' }, { kind: 'organization' });
};
