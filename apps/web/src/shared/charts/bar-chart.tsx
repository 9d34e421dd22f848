import type { ReactNode } from 'react';
import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import css from './charts.module.css';
import { type ChartTable, ChartCard } from './chart-card.tsx';
import { seriesColor } from './palette.ts';

export type Bar = {
  readonly figure: FigureId;
  readonly name: string;
  readonly value: number;
  readonly color?: string;
  readonly hint?: string;
  /** Shown instead of the value. */
  readonly text?: string;
  readonly link?: (inside: ReactNode) => ReactNode;
};
type Props = {
  title: string;
  hint?: ReactNode;
  bars: readonly Bar[];
  max?: number;
  format?: (value: number) => string;
  /** The numbers with more than the bars show, e.g. those of the period before. */
  table?: Pick<ChartTable, 'head' | 'rows'> | undefined;
  action?: ReactNode;
  /** Lower rows, for cards that share a screen with others. */
  dense?: boolean;
};

/** Horizontal bars with the name above each bar and its number at the end. */
export const BarChart = ({
  title,
  hint,
  bars,
  max,
  format = (v) => formatNumber(v, 1),
  table,
  action,
  dense = false,
}: Props): ReactNode => {
  const t = useT('commons');
  const hinted = bars.some((one) => (one.hint ?? '').trim() !== '');
  const top = max ?? Math.max(1, ...bars.map((one) => one.value));
  return (
    <ChartCard
      title={title}
      hint={hint}
      action={action}
      picture={(width) => <Picture bars={bars} top={top} format={format} width={width} />}
      table={{
        figures: { rows: bars.map((one) => one.figure) },
        ...(table ?? {
          head: [t('chart.label'), t('chart.value'), ...(hinted ? [t('chart.note')] : [])],
          rows: bars.map((one) => [
            one.name,
            one.text ?? format(one.value),
            ...(hinted ? [(one.hint ?? '').trim()] : []),
          ]),
        }),
      }}
    >
      <Rows bars={bars} top={top} format={format} row={dense ? DENSE_ROW : ROW} />
    </ChartCard>
  );
};

const ROW = 46;
const DENSE_ROW = 34;
const Rows = ({
  bars,
  top,
  format,
  row,
}: {
  bars: readonly Bar[];
  top: number;
  format: (value: number) => string;
  row: number;
}): ReactNode => (
  <div className={css['bars']} data-dense={row === DENSE_ROW || undefined}>
    {bars.map((one) => (
      <div key={one.name} className={css['bar-row']} style={{ minHeight: row }}>
        <div className={css['bar-line']}>
          {one.link === undefined ? <span>{one.name}</span> : one.link(one.name)}
          <b data-figure={one.figure}>
            {one.text ?? format(one.value)}
            {one.hint !== undefined && <small>{one.hint}</small>}
          </b>
        </div>
        <svg width="100%" height="8" aria-hidden>
          <rect width="100%" height="8" rx="4" className={css['bar-track']} />
          <rect
            width={`${Math.min(100, (one.value / top) * 100)}%`}
            height="8"
            rx="4"
            fill={one.color ?? seriesColor(0)}
          />
        </svg>
      </div>
    ))}
  </div>
);

/** The bars as one drawing, for the download. */
const Picture = ({
  bars,
  top,
  format,
  width,
}: {
  bars: readonly Bar[];
  top: number;
  format: (value: number) => string;
  width: number;
}): ReactNode => (
  <svg width={width} height={bars.length * ROW + 16}>
    {bars.map((one, i) => (
      <g key={one.name} transform={`translate(16 ${i * ROW + 24})`} fontSize="14" fill="var(--mantine-color-text)">
        <text>{one.name}</text>
        <text x={width - 32} textAnchor="end" fontWeight="700">
          {one.text ?? format(one.value)} {one.hint ?? ''}
        </text>
        <rect y="8" width={width - 32} height="8" rx="4" fill="var(--line)" />
        <rect
          y="8"
          width={Math.min(1, one.value / top) * (width - 32)}
          height="8"
          rx="4"
          fill={one.color ?? seriesColor(0)}
        />
      </g>
    ))}
  </svg>
);
