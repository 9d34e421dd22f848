import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './session.module.css';

/**
 * Only on a demonstration portal: the accounts to try. Not loaded later: it would move the form, which stands in the middle
 * of the page, under the pointer.
 */
export const DemoHints = (): ReactNode => {
  const t = useT('session');
  return (
    <div className={css['note']}>
      <strong>{t('login.demo_title')}</strong>
      <p>{t('login.demo_text')}</p>
    </div>
  );
};
