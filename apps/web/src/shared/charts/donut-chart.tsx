import { type ReactNode, useState } from 'react';
import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { formatNumber, formatShare } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import css from './charts.module.css';
import { toArcs, ringSegmentPath } from './geometry.ts';
import { ChartCard } from './chart-card.tsx';
import { seriesColor } from './palette.ts';

export type Slice = {
  readonly figure: FigureId;
  readonly name: string;
  readonly value: number;
  readonly color?: string;
  /** Wraps the number in a link to the things it counts. */ readonly link?: (inside: ReactNode) => ReactNode;
};
type Props = {
  title: string;
  hint?: ReactNode;
  slices: readonly Slice[];
  center: string;
};
const SIZE = 188;

/** Parts of a whole: a ring, the total in the middle, names and numbers next to it. */
export const DonutChart = ({ title, hint, slices, center }: Props): ReactNode => {
  const t = useT('commons');
  const [at, setAt] = useState<number | null>(null);
  const total = slices.reduce((sum, one) => sum + one.value, 0);
  const ring = toArcs(slices.map((one) => one.value));
  const color = (one: Slice, i: number): string => one.color ?? seriesColor(i);
  const shown = at === null ? undefined : slices[at];
  return (
    <ChartCard
      title={title}
      hint={hint}
      empty={total === 0}
      legend={slices.map((one, i) => ({
        name: `${one.name}: ${formatNumber(one.value)} (${formatShare(one.value, total)})`,
        color: color(one, i),
      }))}
      table={{
        figures: { rows: slices.map((one) => one.figure) },
        head: [t('chart.label'), t('chart.value'), '%'],
        rows: slices.map((one) => [one.name, formatNumber(one.value), formatShare(one.value, total)]),
      }}
    >
      <div className={css['donut']}>
        <svg
          width={SIZE}
          height={SIZE}
          viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`}
          aria-hidden
          onPointerLeave={() => setAt(null)}
        >
          {ring.map((part, i) => (
            <path
              key={slices[i]!.name}
              d={ringSegmentPath(part, 64, i === at ? 93 : 89, 2.2)}
              fill={color(slices[i]!, i)}
              onPointerEnter={() => setAt(i)}
            />
          ))}
          <text className={css['total']} textAnchor="middle" y={4}>
            {shown === undefined ? formatNumber(total) : formatShare(shown.value, total)}
          </text>
          <text className={css['center']} textAnchor="middle" y={24}>
            {shown?.name ?? center}
          </text>
        </svg>
        {/* The hidden table holds the same numbers; links stay reachable here. */}
        <ul className={css['parts']}>
          {slices.map((one, i) => (
            <li
              key={one.name}
              data-at={i === at || undefined}
              onPointerEnter={() => setAt(i)}
              onPointerLeave={() => setAt(null)}
            >
              <i style={{ background: color(one, i) }} />
              {one.link === undefined ? <span>{one.name}</span> : one.link(one.name)}
              <b data-figure={one.figure}>{formatNumber(one.value)}</b>
            </li>
          ))}
        </ul>
      </div>
    </ChartCard>
  );
};
