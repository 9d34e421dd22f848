import type { ReactNode } from 'react';
import { linearScale, straightPath } from './geometry.ts';

/** A tiny line without axes next to the number that it explains. `label` describes the line in words. */
export const Sparkline = ({
  values,
  label,
  width = 96,
  height = 28,
  color = 'var(--mantine-color-brand-5)',
}: {
  values: readonly number[];
  label: string;
  width?: number;
  height?: number;
  color?: string;
}): ReactNode => {
  if (values.length < 2) return null;
  const x = linearScale([0, values.length - 1], [3, width - 3]);
  const y = linearScale([Math.min(...values), Math.max(...values) || 1], [height - 4, 4]);
  const last = values.at(-1)!;
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <path
        d={straightPath(values.map((v, i) => [x(i), y(v)]))}
        fill="none"
        stroke={color}
        strokeWidth={1.75}
        strokeLinejoin="round"
      />
      <circle cx={x(values.length - 1)} cy={y(last)} r={2.75} fill={color} />
    </svg>
  );
};
