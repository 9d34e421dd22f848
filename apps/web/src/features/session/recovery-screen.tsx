import type { ReactNode } from 'react';
import { Form, FormError, SubmitButton, TextField, useHouseForm } from '../../shared/forms/form.tsx';
import { email } from '../../shared/forms/rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

/** Asks for a link to set a new password. */
export default function RecoveryScreen(): ReactNode {
  const t = useT('session');
  const go = useGo();
  const form = useHouseForm({ email: '' });
  const ask = useWrite('session.recovery-request', { quiet: true });
  const submit = (values: { email: string }): void =>
    ask.mutate(values, {
      onSuccess: ({ status }) => go({ screen: status === 'accepted' ? 'auth.recovery-success' : 'auth.recovery-error' }),
    });
  return (
    <AuthBox title={t('recovery.title')} lead={t('recovery.lead')}>
      <Form form={form} onSubmit={submit} className={css['form']!}>
        <TextField name="email" type="email" required check={email} label={t('email')} autoComplete="username" autoFocus maxLength={254} />
        <FormError error={ask.error} />
        <SubmitButton busy={ask.isPending} fullWidth size="md">{t('recovery.submit')}</SubmitButton>
      </Form>
      <div className={css['links']}><ScreenLink screen="auth.login" className="link">{t('to_login')}</ScreenLink></div>
    </AuthBox>
  );
}
