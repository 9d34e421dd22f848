import type { ReactNode } from 'react';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import { riskFill } from '../../shared/charts/palette.ts';
import { formatDate, formatDay, formatRisk } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { riskColor } from '../../shared/ui/risk.ts';

type Props = {
  title: string;
  points: readonly { readonly date: string; readonly value: number | null }[];
  target?: number;
  /** The day from which the points follow today's rules. */
  ruleSince?: string | null | undefined;
  height: number;
};

/** Marks the change of the rules on a chart whose first points follow earlier ones. */
export const ruleMark = (
  t: T<'statistics'>,
  points: Props['points'],
  since: string | null | undefined,
): { mark?: string; hint?: string } =>
  !since || points[0] === undefined || points[0].date >= since
    ? {}
    : { mark: since, hint: t('chart.rule_since', { date: formatDate(since) }) };

/** Risk levels by day on the full scale; a single point has the usual colour of its level. */
export const RiskLine = ({ title, points, ruleSince, ...rest }: Props): ReactNode => {
  const t = useT('statistics');
  return (
    <LineChart
      {...rest}
      title={title}
      labels={points.map((one) => formatDay(one.date))}
      days={points.map((one) => one.date)}
      {...ruleMark(t, points, ruleSince)}
      max={10}
      format={formatRisk}
      pointColor={(level) => riskFill[riskColor(level)]}
      series={[{ figure: 'risk_level_daily', name: t('chart.risk'), values: points.map((one) => one.value) }]}
    />
  );
};
