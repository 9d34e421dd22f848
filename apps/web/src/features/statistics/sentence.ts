import type { CurrentRiskLevel } from '@sergak/contract/statistics/statistics.schema.ts';
import type { Point } from '@sergak/contract/statistics/risk.rules.ts';
import { riskTrend } from '@sergak/contract/statistics/trend.rules.ts';
import { formatDate, formatRisk } from '../../shared/format.ts';
import type { T } from '../../shared/i18n/use-t.ts';

/** The trend of the level in words, or the start of the measurement while there is no trend yet. */
export const trendSentence = (
  t: T<'statistics'>,
  change: number | null,
  days: number,
  points: readonly Point[],
): string => {
  const trend = riskTrend(change, points);
  switch (trend.kind) {
    case 'unknown': {
      const since = points.find((one) => one.value !== null)?.date;
      return since === undefined ? '' : t('trend.fresh', { since: formatDate(since) });
    }
    case 'same':
      return t('trend.same', { days });
    case 'better':
    case 'worse':
      return t(`trend.${trend.kind}`, { days, by: formatRisk(trend.by) });
    case 'rose': {
      const values = { days, by: formatRisk(trend.by), since: formatDate(trend.since), fell: formatRisk(trend.fell) };
      return t(trend.fell > 0 ? 'trend.rose_again' : 'trend.rose', values);
    }
  }
};

/** The level compared with its target, in words. */
export const targetSentence = (t: T<'statistics'>, risk: Pick<CurrentRiskLevel, 'value' | 'target'>): string =>
  risk.value === null
    ? ''
    : t(risk.value < risk.target ? 'target.reached' : 'target.missed', { target: formatRisk(risk.target) });
