import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useT } from '../../shared/i18n/use-t.ts';
import { useMe } from '../../shared/session.ts';
import { homePage } from '../guards.ts';
import css from './frames.module.css';

/** Links to the two sides of the portal, for people who have both. */
export const RoleSwitch = ({ side }: { side: 'admin' | 'user' }): ReactNode => {
  const t = useT();
  const granted: ReadonlySet<string> = new Set(useMe().permissions);
  if (!granted.has('admin') || !granted.has('user')) return null;
  return (
    <nav className={css['switch']} aria-label={t('role.label')}>
      <Link to={homePage(granted)} aria-current={side === 'admin' ? 'true' : undefined}>
        {t('role.admin')}
      </Link>
      <Link to={'/lk/user/learning'} aria-current={side === 'user' ? 'true' : undefined}>
        {t('role.employee')}
      </Link>
    </nav>
  );
};
