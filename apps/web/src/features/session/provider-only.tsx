import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

/** Shown for the link of a person who may sign in only through the identity provider: it sets no password. */
export const ProviderOnly = (): ReactNode => {
  const t = useT('session');
  return (
    <AuthBox title={t('sso.only_title')} lead={t('sso.only_lead')}>
      <div className={css['links']}>
        <ScreenLink screen="auth.login" className="link">
          {t('to_login')}
        </ScreenLink>
      </div>
    </AuthBox>
  );
};
