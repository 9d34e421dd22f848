import { IconMailX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

/** The address is not registered; only organisations that reveal this link here. */
export default function RecoveryErrorScreen(): ReactNode {
  const t = useT('session');
  return (
    <AuthBox icon={IconMailX} tone="bad" title={t('recovery.error_title')} lead={t('recovery.error_lead')}>
      <div className={css['links']}>
        <ScreenLink screen="auth.recovery" className="link">
          {t('recovery.other')}
        </ScreenLink>
        <ScreenLink screen="auth.login" className="link">
          {t('to_login')}
        </ScreenLink>
      </div>
    </AuthBox>
  );
}
