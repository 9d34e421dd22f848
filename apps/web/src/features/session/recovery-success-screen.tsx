import { IconMailCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

/** The request was accepted; the same page for known and unknown addresses. */
export default function RecoverySuccessScreen(): ReactNode {
  const t = useT('session');
  return (
    <AuthBox icon={IconMailCheck} title={t('recovery.success_title')} lead={t('recovery.success_lead')}>
      <div className={css['links']}>
        <ScreenLink screen="auth.login" className="link">
          {t('to_login')}
        </ScreenLink>
        <ScreenLink screen="auth.recovery" className="link">
          {t('recovery.again')}
        </ScreenLink>
      </div>
    </AuthBox>
  );
}
