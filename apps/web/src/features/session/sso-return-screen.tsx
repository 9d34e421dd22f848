import { IconLockX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ssoFailures } from '@sergak/contract/sso/sso.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';
import { readReturn, takeBinding } from './sso.ts';

/** The return from the provider: exchanges the ticket for a session, or says why sign-in failed (decision 0266). */
export default function SsoReturnScreen(): ReactNode {
  const t = useT('session');
  const go = useGo();
  const complete = useWrite('sso.complete', { quiet: true });
  const begun = useRef(false);
  const [failure, setFailure] = useState<(typeof ssoFailures)[number] | null>(null);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const back = readReturn(location.hash);
    // The ticket must not stay in the history of the browser.
    history.replaceState(history.state, '', location.pathname);
    const binding = takeBinding();
    if (back === null || 'error' in back || binding === null) {
      const code = back !== null && 'error' in back ? back.error : 'expired';
      setFailure(ssoFailures.find((one) => one === code) ?? 'rejected');
      return;
    }
    complete.mutate(
      { ticket: back.ticket, binding },
      { onSuccess: () => go({ screen: 'auth.login' }, { replace: true }) },
    );
  }, [complete, go]);
  if (failure === null && !complete.isError) return <AuthBox title={t('sso.returning')} />;
  return (
    <AuthBox
      icon={IconLockX}
      tone="bad"
      title={t('sso.failed')}
      lead={failure === null ? undefined : t(`sso.failure.${failure}`)}
    >
      <FormError error={complete.error} />
      <div className={css['links']}>
        <ScreenLink screen="auth.login" className="link">
          {t('to_login')}
        </ScreenLink>
      </div>
    </AuthBox>
  );
}
