import type { Input } from '@sergak/contract/endpoint.ts';
import type { privacyEndpoints, Retention } from '@sergak/contract/privacy/privacy.endpoints.ts';
import { after, DAY, dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { countPersonalResults, countTraces } from '../campaigns/public.ts';
import { dropResultReports } from '../reports/public.ts';
import { requireProof } from '../session/public.ts';
import { countPersonPoints } from '../statistics/public.ts';
import { endAnonymity } from './anonymous-off.service.ts';
import * as repo from './retention.repo.ts';

type Periods = Pick<Retention, 'tracking_days' | 'results_months'>;

const monthsAgo = (months: number): Date => {
  const at = now();
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() - months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return at;
};

/** The instants before which data is erased, and the day for points of charts. */
export const limitsOf = ({ tracking_days, results_months }: Periods) => {
  const results = monthsAgo(results_months);
  return { traces: after(now(), -tracking_days * DAY), results, points: dayIn(results, 'UTC') };
};

export const readRetention = ({ tx }: Ctx): Promise<Retention> => repo.findRetention(tx);

/** What the next run would erase with these periods, in figures: shown before they are saved. */
export const readEffect = async ({ tx }: { tx: Tx }, periods: Periods) => {
  const limits = limitsOf(periods);
  return {
    traces: await countTraces(tx, limits.traces),
    results: await countPersonalResults(tx, limits.results),
    points: await countPersonPoints(tx, limits.points),
  };
};

/**
 * Sets how long the organisation keeps data about people, and whether their results are shown at all. The proof of identity uses
 * another connection, so it precedes all locks.
 */
export const saveRetention = async (
  ctx: Ctx,
  { password, ...input }: Input<(typeof privacyEndpoints)['privacy.save']>,
) => {
  const { tx, viewer } = ctx;
  const before = await repo.findRetention(tx);
  if (before.version !== input.version) throw new AppError('common.stale_version');
  const turnedOff = before.anonymous && !input.anonymous;
  if (turnedOff) await requireProof(ctx, password);
  const affected = turnedOff ? await endAnonymity(ctx) : 0;
  const saved = await repo.saveRetention(tx, input);
  if (!saved) throw new AppError('common.stale_version');
  if (saved.anonymous && !before.anonymous) await dropResultReports(tx);
  // In an anonymous organisation nobody belongs to a tag by risk.
  if (saved.anonymous !== before.anonymous) await enqueue(tx, 'tags.refresh-membership', { employee_ids: null });
  return new Logged(saved, {
    kind: 'organization',
    id: viewer.scope.organizationId,
    changes: {
      tracking_days: [before.tracking_days, saved.tracking_days],
      results_months: [before.results_months, saved.results_months],
      anonymous: [before.anonymous, saved.anonymous],
    },
    ...(turnedOff ? { details: { affected } } : {}),
  });
};
