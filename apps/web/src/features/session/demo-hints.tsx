import type { ReactNode } from 'react';
import type { DemoState } from '../../shared/demo.ts';
import { formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './session.module.css';

/**
 * Only on a demonstration portal: where the accounts to try are, or how far the demo organisation is. Not loaded later: it would
 * move the form, which stands in the middle of the page, under the pointer.
 */
export const DemoHints = ({ progress }: Pick<DemoState, 'progress'>): ReactNode => {
  const t = useT('session');
  if (progress === null)
    return (
      <div className={css['note']}>
        <strong>{t('login.demo_title')}</strong>
        <p>{t('login.demo_text')}</p>
      </div>
    );
  return (
    <div className={css['note']}>
      <div className={css['making']}>
        <strong>{t('login.making_title')}</strong>
        <span aria-hidden>{formatPercent(progress)}</span>
      </div>
      <div
        className={css['making-bar']}
        role="progressbar"
        aria-label={t('login.making_title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
      >
        <span style={{ width: `${progress}%` }} />
      </div>
      <p>{t('login.making_text')}</p>
    </div>
  );
};
