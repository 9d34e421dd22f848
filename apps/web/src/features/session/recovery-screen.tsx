import type { ReactNode } from 'react';
import { EMAIL_MAX } from '@sergak/contract/text.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { email, required } from '../../shared/forms/rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { AuthBox } from './parts.tsx';
import { PlainFormBox, PlainSubmit, PlainText, usePlainForm } from './plain-form.tsx';
import css from './session.module.css';

/** Asks for a link to set a new password. */
export default function RecoveryScreen(): ReactNode {
  const t = useT('session');
  const go = useGo();
  const form = usePlainForm({ email: '' }, { email: [required, email] });
  const ask = useWrite('session.recovery-request', { quiet: true });
  const submit = (values: { email: string }): void =>
    ask.mutate(values, {
      onSuccess: ({ status }) =>
        go({ screen: status === 'accepted' ? 'auth.recovery-success' : 'auth.recovery-error' }),
    });
  return (
    <AuthBox title={t('recovery.title')} lead={t('recovery.lead')}>
      <PlainFormBox form={form} onSubmit={submit} className={css['form']}>
        <PlainText
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          autoFocus
          maxLength={EMAIL_MAX}
        />
        <FormError error={ask.error} />
        <PlainSubmit busy={ask.isPending} fullWidth size="md">
          {t('recovery.submit')}
        </PlainSubmit>
      </PlainFormBox>
      <div className={css['links']}>
        <ScreenLink screen="auth.login" className="link">
          {t('to_login')}
        </ScreenLink>
      </div>
    </AuthBox>
  );
}
