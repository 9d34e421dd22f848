import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { formatDate, formatNumber } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import css from './charts.module.css';
import { areaPath, fittingLabels, smoothPath, type Point, splitAtGaps, linearScale, niceTicks } from './geometry.ts';
import { type ChartTable, ChartCard } from './chart-card.tsx';
import { seriesColor } from './palette.ts';
import { useWidth } from './use-width.ts';

export type Series = {
  readonly figure: FigureId;
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly color?: string;
};
type Props = {
  title: string;
  hint?: ReactNode;
  /** One formatted label for each point. */
  labels: readonly string[];
  /** The days of the points, YYYY-MM-DD. They set the distances between the points, which are even without them. */
  days?: readonly string[];
  series: readonly Series[];
  /** A day with a vertical line; `days` are given, too. */
  mark?: string | undefined;
  /** The value of a dashed line to compare with. */
  target?: number;
  max?: number;
  height?: number;
  format?: (value: number) => string;
  /** The colour of a point by its value; without it points have the colour of their series. */
  pointColor?: (value: number) => string;
  action?: ReactNode;
};
const pad = { top: 12, right: 12, bottom: 26, left: 46 };

/** The position of each point on the axis, from 0 to 1. */
const positionsOf = (count: number, days?: readonly string[]): number[] => {
  const at = days?.length === count ? days.map((day) => Date.parse(day)) : Array.from({ length: count }, (_, i) => i);
  const [from = 0, to = 0] = [at[0], at.at(-1)];
  // A single point is drawn in the middle, not on the axis.
  return at.map((value) => (to === from ? 0.5 : (value - from) / (to - from)));
};

const geometry = (width: number, height: number, positions: readonly number[], top: number) => {
  const ticks = niceTicks(top, 4);
  const x = linearScale([0, 1], [pad.left, width - pad.right]);
  const y = linearScale([0, ticks.at(-1)!], [height - pad.bottom, pad.top]);
  return { x: (i: number) => x(positions[i] ?? 0), y, ticks };
};

const Axes = ({
  width,
  height,
  labels,
  y,
  x,
  ticks,
  format,
}: {
  width: number;
  height: number;
  labels: readonly string[];
  y: (value: number) => number;
  x: (i: number) => number;
  ticks: readonly number[];
  format: (v: number) => string;
}): ReactNode => (
  <g className={css['axes']}>
    {ticks.map((tick) => (
      <g key={tick}>
        <line x1={pad.left} x2={width - pad.right} y1={y(tick)} y2={y(tick)} />
        <text x={pad.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
          {format(tick)}
        </text>
      </g>
    ))}
    {fittingLabels(labels, x, width - pad.right).map((i) => (
      <text key={i} x={x(i)} y={height - 6} textAnchor={labels.length > 1 && i === 0 ? 'start' : 'middle'}>
        {labels[i]}
      </text>
    ))}
  </g>
);

/** The first point on or after a marked day; -1 if there is none. */
const markedPoint = (mark: string | undefined, days: readonly string[] = []): number =>
  mark === undefined ? -1 : days.findIndex((day) => day >= mark);

/** A vertical line at a point; none at the first one, where the axis is. */
const Mark = ({ at, x, height }: { at: number; x: (i: number) => number; height: number }): ReactNode =>
  at > 0 && (
    <g className={css['target']}>
      <line x1={x(at)} x2={x(at)} y1={pad.top} y2={height - pad.bottom} />
    </g>
  );

/** A dashed line to compare with, and its name. */
const Target = ({ width, y, text }: { width: number; y: number; text: string }): ReactNode => (
  <g className={css['target']}>
    <line x1={pad.left} x2={width - pad.right} y1={y} y2={y} />
    <text x={width - pad.right} y={y - 6} textAnchor="end">
      {text}
    </text>
  </g>
);

/** A series of one point: a dot with its value, so that the frame does not look empty. */
const Alone = ({
  series,
  color,
  x,
  y,
  format,
}: {
  series: readonly Series[];
  color: (i: number, value: number) => string;
  x: number;
  y: (value: number) => number;
  format: (v: number) => string;
}): ReactNode =>
  series.map((one, i) => {
    const value = one.values[0];
    return value === null || value === undefined ? null : (
      <g key={one.name} className={css['single']}>
        <circle className={css['dot']} cx={x} cy={y(value)} r="5.5" fill={color(i, value)} />
        <text x={x + 12} y={y(value)} dominantBaseline="middle">
          {format(value)}
        </text>
      </g>
    );
  });

const Legend = ({ series, color }: { series: readonly Series[]; color: (i: number) => string }): ReactNode => (
  <ul className={css['legend']}>
    {series.map((one, i) => (
      <li key={one.name}>
        <i style={{ background: color(i) }} />
        {one.name}
      </li>
    ))}
  </ul>
);

/** Lines over time: an area under a single line, a target, and values shown by pointer or arrow keys. */
export const LineChart = ({
  title,
  hint,
  labels,
  days,
  mark,
  series,
  target,
  max,
  height = 260,
  format = (v) => formatNumber(v, 1),
  pointColor,
  action,
}: Props): ReactNode => {
  const t = useT('commons');
  const gradient = useId();
  const [ref, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const top = max ?? Math.max(1, target ?? 0, ...series.flatMap((one) => one.values.map((v) => v ?? 0)));
  const positions = positionsOf(labels.length, days);
  const { x, y, ticks } = geometry(width, height, positions, top);
  const linesOf = (one: Series): Point[][] =>
    splitAtGaps(one.values.map((v, i) => (v === null ? null : ([x(i), y(v)] as const))));
  const single = labels.length === 1;
  const table: ChartTable = {
    figures: { columns: series.map((one) => one.figure) },
    head: [t('chart.label'), ...series.map((one) => one.name)],
    rows: labels.map((label, i) => [
      // The axis has no room for years.
      days?.length === labels.length ? formatDate(days[i]!) : label,
      ...series.map((one) => {
        const v = one.values[i];
        return v === null || v === undefined ? '—' : format(v);
      }),
    ]),
  };
  const onMove = (e: PointerEvent<SVGSVGElement>): void => {
    const px = e.clientX - e.currentTarget.getBoundingClientRect().left;
    const share = (px - pad.left) / Math.max(1, width - pad.left - pad.right);
    setAt(
      positions.reduce(
        (best, position, i) => (Math.abs(position - share) < Math.abs(positions[best]! - share) ? i : best),
        0,
      ),
    );
  };
  const onKeyDown = (e: KeyboardEvent): void => {
    const now = at ?? labels.length;
    const next = { ArrowLeft: now - 1, ArrowRight: at === null ? 0 : now + 1, Home: 0, End: labels.length - 1 }[e.key];
    if (e.key === 'Escape') setAt(null);
    if (next === undefined) return;
    e.preventDefault();
    setAt(Math.max(0, Math.min(labels.length - 1, next)));
  };
  // The second of two lines is also dotted: shades alone are hard to tell apart.
  const color = (i: number): string => series[i]!.color ?? seriesColor(i * (series.length === 2 ? 4 : 2));
  return (
    <ChartCard
      title={title}
      hint={hint}
      table={table}
      legend={series.length > 1 ? series.map(({ name }, i) => ({ name, color: color(i) })) : undefined}
      action={action}
      empty={series.every((one) => one.values.every((v) => v === null))}
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
          <defs>
            <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor={color(0)} stopOpacity="0.22" />
              <stop offset="1" stopColor={color(0)} stopOpacity="0" />
            </linearGradient>
          </defs>
          <Axes width={width} height={height} labels={labels} x={x} y={y} ticks={ticks} format={format} />
          {series.length === 1 && (
            <path
              d={linesOf(series[0]!)
                .map((run) => areaPath(run, y(0)))
                .join('')}
              fill={`url(#${gradient})`}
            />
          )}
          {target !== undefined && (
            <Target width={width} y={y(target)} text={`${t('chart.target')} ${format(target)}`} />
          )}
          <Mark at={markedPoint(mark, days)} x={x} height={height} />
          {series.map((one, i) => (
            <path
              key={one.name}
              d={linesOf(one).map(smoothPath).join('')}
              fill="none"
              stroke={color(i)}
              strokeWidth={2.25}
              strokeLinecap="round"
              strokeDasharray={i === 1 ? '1 6' : undefined}
            />
          ))}
          {single && (
            <Alone
              series={series}
              color={(i, value) => pointColor?.(value) ?? color(i)}
              x={x(0)}
              y={y}
              format={format}
            />
          )}
          {at !== null && (
            <g>
              <line className={css['cursor']} x1={x(at)} x2={x(at)} y1={pad.top} y2={height - pad.bottom} />
              {series.map((one, i) => {
                const v = one.values[at];
                return v === null || v === undefined ? null : (
                  <circle key={one.name} className={css['dot']} cx={x(at)} cy={y(v)} r="4.5" fill={color(i)} />
                );
              })}
            </g>
          )}
        </svg>
        {at !== null && (
          <div className={css['tip']} style={{ left: Math.min(Math.max(x(at), 90), width - 90) }} role="status">
            <strong>{labels[at]}</strong>
            {series.map((one, i) => {
              const v = one.values[at];
              return (
                <span key={one.name}>
                  <i style={{ background: color(i) }} />
                  {one.name}
                  <b>{v === null || v === undefined ? '—' : format(v)}</b>
                </span>
              );
            })}
          </div>
        )}
      </div>
      {single && <p className={css['alone']}>{t('chart.single')}</p>}
      {series.length > 1 && <Legend series={series} color={color} />}
    </ChartCard>
  );
};
