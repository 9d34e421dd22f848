import type { Input } from '@sergak/contract/endpoint.ts';
import type { privacyEndpoints, Retention } from '@sergak/contract/privacy/privacy.endpoints.ts';
import { after, DAY, dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { requireVersion, staleVersion } from '../../platform/version.ts';
import { findUnended } from '../campaigns/public.ts';
import { countTraces } from '../tracking/public.ts';
import { countPersonalResults, countResultsSince } from './results.query.ts';
import { dropResultReports } from '../reports/public.ts';
import { notifyAdministrators, requireProof } from '../session/public.ts';
import { countPersonPoints } from '../statistics/public.ts';
import { countMessages } from '../suspicious-mail/public.ts';
import * as repo from './retention.repo.ts';

type Periods = Pick<Retention, 'tracking_days' | 'results_months' | 'reported_days'>;

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
export const limitsOf = ({ tracking_days, results_months, reported_days }: Periods) => {
  const results = monthsAgo(results_months);
  return {
    traces: after(now(), -tracking_days * DAY),
    results,
    points: dayIn(results, 'UTC'),
    messages: after(now(), -reported_days * DAY),
  };
};

const answer = async (
  tx: Tx,
  { anonymous_since, anonymous_ending_at: since, ...settings }: repo.RetentionRow,
): Promise<Retention> => ({
  ...settings,
  ending: since === null ? null : { since, left: await countResultsSince(tx, new Date(anonymous_since ?? 0)) },
});

export const readRetention = async ({ tx }: Ctx): Promise<Retention> => answer(tx, await repo.findRetention(tx));

/** What the next run would erase with these periods, in figures: shown before they are saved. */
export const readEffect = async ({ tx }: { tx: Tx }, periods: Periods) => {
  const limits = limitsOf(periods);
  return {
    traces: await countTraces(tx, limits.traces),
    results: await countPersonalResults(tx, limits.results),
    points: await countPersonPoints(tx, limits.points),
    messages: await countMessages(tx, limits.messages),
  };
};

/** Number of campaigns that an error names. */
const NAMED = 5;

/**
 * Allows anonymous mode to end: for a caller whose identity is proved, and once all campaigns have ended, because results that come
 * afterwards would be told apart from those before. The proof uses another connection, so it precedes all locks.
 */
const assertCanEnd = async (ctx: Ctx, password: string | undefined): Promise<void> => {
  await requireProof(ctx, password);
  await repo.lockRetention(ctx.tx);
  const running = await findUnended(ctx.tx, NAMED);
  if (running.number > 0) throw new AppError('privacy.campaigns_running', running);
};

const isOn = ({ anonymous, anonymous_ending_at }: repo.RetentionRow): boolean =>
  anonymous && anonymous_ending_at === null;

/**
 * Sets how long the organisation keeps data about people, and whether their results are shown at all. Turning anonymous mode off
 * only begins here: the mode stays on until its job has separated the results.
 */
export const saveRetention = async (
  ctx: Ctx,
  { password, ...input }: Input<(typeof privacyEndpoints)['privacy.save']>,
) => {
  const { tx, viewer } = ctx;
  const before = await repo.findRetention(tx);
  requireVersion(before, input.version);
  if (isOn(before) && !input.anonymous) await assertCanEnd(ctx, password);
  const saved = await repo.storeRetention(tx, { ...input, reported_days: input.reported_days ?? before.reported_days });
  if (!saved) throw staleVersion();
  if (isOn(before) && !isOn(saved)) {
    await enqueue(tx, 'privacy.end-anonymity', {});
    await notifyAdministrators(tx, viewer, 'anonymous_off', (language, by) =>
      emailTexts(language, 'privacy__server', 'email.anonymous_off', { by }),
    );
  }
  if (isOn(saved) && !isOn(before)) {
    await dropResultReports(tx);
    // In an anonymous organisation nobody belongs to a tag by risk.
    await enqueue(tx, 'tags.refresh-membership', { employee_ids: null });
  }
  return new Logged(await answer(tx, saved), {
    kind: 'organization',
    id: viewer.scope.organizationId,
    changes: {
      tracking_days: [before.tracking_days, saved.tracking_days],
      results_months: [before.results_months, saved.results_months],
      reported_days: [before.reported_days, saved.reported_days],
      anonymous: [isOn(before), isOn(saved)],
    },
  });
};
