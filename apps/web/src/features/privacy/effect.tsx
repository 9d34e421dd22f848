import { Skeleton } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './privacy.module.css';

type Figures = CallOutput<'privacy.effect'>;

const isNothing = ({ traces, results, points, messages }: Figures): boolean =>
  traces !== null && traces + results + points + messages === 0;

/** What the next nightly run would erase, in figures. Anonymous mode hides the number of events. */
export const EffectFigures = ({ figures }: { figures: Figures }): ReactNode => {
  const t = useT('privacy');
  const line = (key: 'traces' | 'results' | 'points' | 'messages') => {
    const count = figures[key];
    return !!count && <li>{t(`effect.${key}`, { count, number: formatNumber(count) })}</li>;
  };
  if (isNothing(figures)) return <p>{t('effect.nothing')}</p>;
  return (
    <ul className={css['figures']}>
      {figures.traces === null ? <li>{t('effect.traces_hidden')}</li> : line('traces')}
      {line('results')}
      {line('points')}
      {line('messages')}
    </ul>
  );
};

export const Effect = ({ figures }: { figures: Figures | undefined }): ReactNode => {
  const t = useT('privacy');
  if (figures === undefined) return <Skeleton height={96} radius={12} />;
  const nothing = isNothing(figures);
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
