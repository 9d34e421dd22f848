import type { ReactNode } from 'react';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import { riskFill } from '../../shared/charts/palette.ts';
import { formatDay, formatRisk } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { riskColor } from '../../shared/ui/risk.ts';

type Props = {
  title: string;
  points: readonly { readonly date: string; readonly value: number | null }[];
  target?: number;
  height: number;
};

/** Risk levels by day on the full scale; a single point has the usual colour of its level. */
export const RiskLine = ({ title, points, ...rest }: Props): ReactNode => {
  const t = useT('statistics');
  return (
    <LineChart
      {...rest}
      title={title}
      labels={points.map((one) => formatDay(one.date))}
      days={points.map((one) => one.date)}
      max={10}
      format={formatRisk}
      pointColor={(level) => riskFill[riskColor(level)]}
      series={[{ name: t('chart.risk'), values: points.map((one) => one.value) }]}
    />
  );
};
