import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueue, enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { clearTraces } from '../tracking/public.ts';
import { anonymizeResults } from './results.service.ts';
import { deletePersonPoints } from '../statistics/public.ts';
import { deleteMessages } from '../suspicious-mail/public.ts';
import { findEndings, findRetention, takeDueOrganizations } from './retention.repo.ts';
import { limitsOf } from './retention.service.ts';
import { unlinkResults } from './separate.service.ts';

export const AT_ONCE = 2_000;

/** Each minute, queues the nightly run of organisations whose night has begun, and the end of anonymous modes that has to wait. */
export const sweepRetention = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const id of await takeDueOrganizations(tx)) await enqueueIn(tx, id, 'privacy.apply-retention', {});
    for (const id of await findEndings(tx)) await enqueueIn(tx, id, 'privacy.end-anonymity', {});
  });

/** Works in short transactions until a batch is not full; a run that is interrupted goes on with what is left. */
export const inBatches = async (ctx: JobCtx, action: string, work: (tx: Tx) => Promise<number>): Promise<void> => {
  for (let done = AT_ONCE; done === AT_ONCE;) {
    ctx.signal.throwIfAborted();
    done = await ctx.run('write', async (tx) => {
      const affected = await work(tx);
      if (affected > 0)
        await writeAudit(tx, { action, actorId: null, actorName: '' }, { kind: 'organization', details: { affected } });
      return affected;
    });
  }
};

/** Makes the next results anonymous, here and where other modules name the people of a campaign. Returns the number of results. */
const anonymize = async (tx: Tx, before: Date): Promise<number> => {
  const results = await anonymizeResults(tx, before, AT_ONCE);
  const { people } = results;
  if (people.length === 0) return 0;
  await unlinkResults(tx, results);
  // The figures of a person are those of the results that are still the person's.
  await enqueue(tx, 'statistics.refresh-people', { employee_ids: [...new Set(people)] });
  return people.length;
};

/** Erases what is older than the organisation's periods. Each batch is in the audit log. A second run finds nothing. */
export const applyRetention = async (ctx: JobCtx): Promise<void> => {
  const limits = limitsOf(await ctx.run('read', findRetention));
  await inBatches(ctx, 'privacy.traces_cleared', (tx) => clearTraces(tx, limits.traces, AT_ONCE));
  await inBatches(ctx, 'privacy.results_anonymized', (tx) => anonymize(tx, limits.results));
  await inBatches(ctx, 'privacy.points_deleted', (tx) => deletePersonPoints(tx, limits.points, AT_ONCE));
  await inBatches(ctx, 'privacy.messages_deleted', (tx) => deleteMessages(tx, limits.messages, AT_ONCE));
};
