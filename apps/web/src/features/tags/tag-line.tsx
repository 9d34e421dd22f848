import type { ReactNode } from 'react';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './tags.module.css';

/** What a tag does for each person who joins, as a line: the day where it changes, then the actions of that day. */
export const TagLine = ({ tag }: { tag: Tag }): ReactNode => {
  const t = useT('tags');
  const { steps } = tag;
  if (steps === undefined) return null;
  // The tag of scheduled reports has its own sentence.
  if (steps.length === 0 && tag.is_system && tag.type === 'arbitrary') return null;
  if (steps.length === 0) return <p className={css['about']}>{t('line.nothing')}</p>;
  return (
    <ol className={css['line']} aria-label={t('line.label')}>
      {steps.map(({ type, day }, i) => (
        <li key={i}>
          {i > 0 && <span aria-hidden>→</span>}
          {day !== steps[i - 1]?.day && <b>{t('line.day', { day })}</b>}
          <span data-type={type}>{t(`line.${type}`)}</span>
        </li>
      ))}
    </ol>
  );
};
