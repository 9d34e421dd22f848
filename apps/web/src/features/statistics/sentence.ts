import type { CurrentRiskLevel } from '@sergak/contract/statistics/statistics.schema.ts';
import { formatDate, formatNumber, formatRisk } from '../../shared/format.ts';
import type { T } from '../../shared/i18n/use-t.ts';

/** Changes below this are noise, not news. */
const NOISE = 0.05;

/** How the level moved, in words; while that says nothing yet, since when it is measured. */
export const trendSentence = (
  t: T<'statistics'>,
  change: number | null,
  days: number,
  points: readonly { readonly date: string; readonly value: number | null }[],
): string => {
  if (change === null) {
    const since = points.find((one) => one.value !== null)?.date;
    return since === undefined ? '' : t('trend.fresh', { since: formatDate(since) });
  }
  if (Math.abs(change) < NOISE) return t('trend.same', { days });
  const by = formatNumber(Math.abs(change), 1);
  return change < 0 ? t('trend.better', { days, by }) : t('trend.worse', { days, by });
};

/** Where the level stands against its target, in words. */
export const targetSentence = (t: T<'statistics'>, risk: Pick<CurrentRiskLevel, 'value' | 'target'>): string =>
  risk.value === null
    ? ''
    : t(risk.value < risk.target ? 'target.reached' : 'target.missed', { target: formatRisk(risk.target) });
