import { IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { NewPasswordField, passwordChecks, personalWords } from './new-password.tsx';
import { AuthBox } from './parts.tsx';
import { PlainFormBox, PlainSubmit, usePlainForm } from './plain-form.tsx';
import css from './session.module.css';

/** Sets the first password by the link of an invitation; names the invited person. */
export default function RegistrationScreen(): ReactNode {
  const t = useT('session');
  const go = useGo();
  const { registration_token: token } = useScreenParams('auth.registration');
  const who = useRead('session.registration', { token }, { quiet: true });
  const form = usePlainForm({ password: '' }, { password: passwordChecks });
  const register = useWrite('session.register', { quiet: true, deletedId: token });
  // A used link is void: it is not checked again, and errors of a running check are not shown.
  const used = register.isPending || register.isSuccess;
  const byProvider = failedWith(who.error, 'sso.required');
  if (!used && (byProvider || failedWith(who.error, 'session.token_invalid', 'request.invalid'))) {
    return (
      <AuthBox
        icon={IconLinkOff}
        tone="bad"
        title={t(byProvider ? 'sso.only_title' : 'registration.invalid_title')}
        lead={t(byProvider ? 'sso.only_lead' : 'registration.invalid_lead')}
      >
        <div className={css['links']}>
          <ScreenLink screen="auth.login" className="link">
            {t('to_login')}
          </ScreenLink>
        </div>
      </AuthBox>
    );
  }
  if (!used && who.isError) return <ErrorState onRetry={() => void who.refetch()} />;
  if (who.data === undefined) return <LoadingState />;
  const { full_name, email, organization } = who.data;
  const submit = ({ password }: { password: string }): void =>
    register.mutate(
      { token, password },
      {
        onSuccess: () => go({ screen: 'auth.login' }, { replace: true }),
      },
    );
  return (
    <AuthBox title={t('registration.title')} lead={t('registration.lead')}>
      <div className={css['person']}>
        <div>
          <strong>{full_name || email}</strong>
          {full_name !== '' && <span>{email}</span>}
          <span>{organization}</span>
        </div>
      </div>
      <PlainFormBox form={form} onSubmit={submit} className={css['form']}>
        {/* For password managers, which store a password with a user name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField personal={personalWords(email, full_name)} autoFocus />
        <FormError error={register.error} />
        <PlainSubmit busy={register.isPending} fullWidth size="md">
          {t('registration.submit')}
        </PlainSubmit>
      </PlainFormBox>
    </AuthBox>
  );
}
