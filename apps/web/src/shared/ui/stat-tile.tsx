import type { ReactNode } from 'react';
import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { changeTone } from '@sergak/contract/statistics/trend.rules.ts';
import { formatChange } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import css from './page.module.css';

type Props = {
  /** Absent if the tile shows no number. */
  figure?: FigureId;
  label: ReactNode;
  value: ReactNode;
  /** Change since the previous period. */
  change?: number | null | undefined;
  /** The direction that is an improvement. */
  better?: 'up' | 'down';
  unit?: string;
  hint?: ReactNode;
  /** Wraps the tile, e.g. a link to the people behind the number: `(className, inside) => <ScreenLink …>`. */
  link?: (className: string, inside: ReactNode) => ReactNode;
};

/** One number with its change and a link to the details. */
export const StatTile = ({ figure, label, value, change, better = 'up', unit = '', hint, link }: Props): ReactNode => {
  const t = useT('commons');
  const tone = changeTone(change, better);
  const inside = (
    <>
      <span className={css['tile-label']}>{label}</span>
      <span className={css['tile-line']} data-figure={figure}>
        <span className={css['tile-value']} data-none={value === '—' || undefined}>
          {value}
        </span>
        {change !== undefined && change !== null && (
          <span className={css['change']} data-tone={tone}>
            {formatChange(change)}
            {unit}
            <span className="sr-only"> {t(`change.${tone}`)}</span>
          </span>
        )}
      </span>
      {hint !== undefined && (
        <span className={css['tile-hint']} data-figure={figure}>
          {hint}
        </span>
      )}
    </>
  );
  const className = `${css['card']} ${css['tile']}`;
  return link === undefined ? <div className={className}>{inside}</div> : link(className, inside);
};
