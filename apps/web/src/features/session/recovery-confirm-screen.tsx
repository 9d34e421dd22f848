import { IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { NewPasswordField, passwordChecks, personalWords } from './new-password.tsx';
import { AuthBox } from './parts.tsx';
import { PlainFormBox, PlainSubmit, usePlainForm } from './plain-form.tsx';
import css from './session.module.css';

/**
 * Sets a new password by the link of a recovery email; ends every other session and signs in unless two-factor
 * authentication is due.
 */
export default function RecoveryConfirmScreen(): ReactNode {
  const t = useT('session');
  const go = useGo();
  const { recovery_token: token } = useScreenParams('auth.recovery-confirm');
  const link = useRead('session.recovery', { token }, { quiet: true });
  const form = usePlainForm({ password: '' }, { password: passwordChecks });
  const confirm = useWrite('session.recovery-confirm', { quiet: true, deletedId: token });
  // A used link is void: the query fails when repeated, and this error must not be shown.
  const used = confirm.isPending || confirm.isSuccess;
  const byProvider = failedWith(link.error, 'sso.required');
  if (!used && (byProvider || failedWith(link.error, 'session.token_invalid', 'request.invalid'))) {
    return (
      <AuthBox
        icon={IconLinkOff}
        tone="bad"
        title={t(byProvider ? 'sso.only_title' : 'recovery.invalid_title')}
        lead={t(byProvider ? 'sso.only_lead' : 'recovery.invalid_lead')}
      >
        <div className={css['links']}>
          <ScreenLink screen={byProvider ? 'auth.login' : 'auth.recovery'} className="link">
            {t(byProvider ? 'to_login' : 'recovery.again')}
          </ScreenLink>
        </div>
      </AuthBox>
    );
  }
  if (!used && link.isError) return <ErrorState onRetry={() => void link.refetch()} />;
  if (link.data === undefined) return <LoadingState />;
  const { email } = link.data;
  const submit = ({ password }: { password: string }): void =>
    confirm.mutate(
      { token, password },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('recovery.done_sign_in') });
          go({ screen: 'auth.login' }, { replace: true });
        },
      },
    );
  return (
    <AuthBox title={t('recovery.confirm_title')} lead={t('recovery.confirm_lead', { email })}>
      <PlainFormBox form={form} onSubmit={submit} className={css['form']}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField personal={personalWords(email)} autoFocus />
        <FormError error={confirm.error} />
        <PlainSubmit busy={confirm.isPending} fullWidth size="md">
          {t('recovery.confirm_submit')}
        </PlainSubmit>
      </PlainFormBox>
    </AuthBox>
  );
}
