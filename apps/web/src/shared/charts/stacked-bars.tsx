import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import { type ChartTable, ChartCard } from './chart-card.tsx';
import css from './charts.module.css';
import { fittingLabels, linearScale, niceTicks } from './geometry.ts';
import { useWidth } from './use-width.ts';

export type StackedSeries = {
  readonly figure: FigureId;
  readonly name: string;
  readonly values: readonly number[];
  readonly color: string;
};
type Props = {
  title: string;
  hint?: ReactNode;
  /** One formatted label for each bar. */
  labels: readonly string[];
  /** From the bottom of each bar to its top. */
  series: readonly StackedSeries[];
  height?: number;
  /** What chooses the data, beside the title. */
  control?: ReactNode;
};
const pad = { top: 12, right: 12, bottom: 26, left: 46 };
/** Smallest number at the top of the axis, so that the ticks are whole numbers. */
const TOP_MIN = 4;
/** Widest bar in pixels. */
const BAR_MAX = 36;

/** Counts by hour or day as stacked bars; values are shown by pointer or arrow keys. */
export const StackedBars = ({ title, hint, labels, series, height = 260, control }: Props): ReactNode => {
  const t = useT('commons');
  const [ref, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const totals = labels.map((_, i) => series.reduce((sum, one) => sum + (one.values[i] ?? 0), 0));
  const ticks = niceTicks(Math.max(TOP_MIN, ...totals), 4);
  const y = linearScale([0, ticks.at(-1)!], [height - pad.bottom, pad.top]);
  const slot = (width - pad.left - pad.right) / Math.max(1, labels.length);
  const bar = Math.max(1, Math.min(BAR_MAX, slot * 0.8));
  const x = (i: number): number => pad.left + slot * (i + 0.5);
  const table: ChartTable = {
    figures: { columns: series.map((one) => one.figure) },
    head: [t('chart.label'), ...series.map((one) => one.name)],
    rows: labels.map((label, i) => [label, ...series.map((one) => formatNumber(one.values[i] ?? 0))]),
  };
  const onMove = (e: PointerEvent<SVGSVGElement>): void => {
    const px = e.clientX - e.currentTarget.getBoundingClientRect().left - pad.left;
    setAt(Math.max(0, Math.min(labels.length - 1, Math.floor(px / slot))));
  };
  const onKeyDown = (e: KeyboardEvent): void => {
    const now = at ?? labels.length;
    const next = { ArrowLeft: now - 1, ArrowRight: at === null ? 0 : now + 1, Home: 0, End: labels.length - 1 }[e.key];
    if (e.key === 'Escape') setAt(null);
    if (next === undefined) return;
    e.preventDefault();
    setAt(Math.max(0, Math.min(labels.length - 1, next)));
  };
  return (
    <ChartCard
      title={title}
      hint={hint}
      table={table}
      legend={series.map(({ name, color }) => ({ name, color }))}
      control={control}
      empty={totals.every((one) => one === 0)}
    >
      <div className={css['plot']} ref={ref}>
        <svg
          width={width}
          height={height}
          tabIndex={0}
          role="img"
          aria-label={`${title}. ${t('chart.hint')}`}
          onPointerMove={onMove}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={onKeyDown}
        >
          <g className={css['axes']}>
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={pad.left} x2={width - pad.right} y1={y(tick)} y2={y(tick)} />
                <text x={pad.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
                  {formatNumber(tick)}
                </text>
              </g>
            ))}
            {fittingLabels(labels, x, width - pad.right).map((i) => (
              <text key={i} x={x(i)} y={height - 6} textAnchor="middle">
                {labels[i]}
              </text>
            ))}
          </g>
          {labels.map((label, i) => {
            let below = 0;
            return (
              <g key={label} opacity={at === null || at === i ? 1 : 0.55}>
                {series.map((one) => {
                  const from = below;
                  below += one.values[i] ?? 0;
                  return below === from ? null : (
                    <rect
                      key={one.name}
                      x={x(i) - bar / 2}
                      y={y(below)}
                      width={bar}
                      height={Math.max(1, y(from) - y(below) - 1)}
                      rx={1.5}
                      fill={one.color}
                    />
                  );
                })}
              </g>
            );
          })}
        </svg>
        {at !== null && (
          <div className={css['tip']} style={{ left: Math.min(Math.max(x(at), 90), width - 90) }} role="status">
            <strong>{labels[at]}</strong>
            {series.map((one) => (
              <span key={one.name}>
                <i style={{ background: one.color }} />
                {one.name}
                <b>{formatNumber(one.values[at] ?? 0)}</b>
              </span>
            ))}
          </div>
        )}
      </div>
      <ul className={css['legend']}>
        {series.map((one) => (
          <li key={one.name}>
            <i style={{ background: one.color }} />
            {one.name}
          </li>
        ))}
      </ul>
    </ChartCard>
  );
};
