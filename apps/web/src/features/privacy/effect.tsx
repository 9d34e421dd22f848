import { Skeleton } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './privacy.module.css';

type Figures = CallOutput<'privacy.effect'>;

/** What the next nightly run would erase, in figures. */
export const EffectFigures = ({ figures }: { figures: Figures }): ReactNode => {
  const t = useT('privacy');
  const line = (key: 'traces' | 'results' | 'points') =>
    figures[key] !== null && <li>{t(`effect.${key}`, { count: figures[key], number: formatNumber(figures[key]) })}</li>;
  return (
    <ul className={css['figures']}>
      {line('traces')}
      {line('results')}
      {line('points')}
    </ul>
  );
};

export const Effect = ({ figures }: { figures: Figures | undefined }): ReactNode => {
  const t = useT('privacy');
  if (figures === undefined) return <Skeleton height={96} radius={12} />;
  const nothing = figures.traces !== null && figures.traces + figures.results + figures.points === 0;
  return (
    <Notice
      icon={IconEraser}
      tone={nothing ? 'good' : 'warning'}
      title={t(nothing ? 'effect.nothing' : 'effect.title')}
    >
      {nothing ? undefined : <EffectFigures figures={figures} />}
    </Notice>
  );
};
