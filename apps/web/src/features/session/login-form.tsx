import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { EMAIL_MAX } from '@sergak/contract/text.rules.ts';
import { PASSWORD_MAX } from '@sergak/contract/session/session.rules.ts';
import { config } from '../../shared/config.ts';
import { useDemo } from '../../shared/demo.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { email, required } from '../../shared/forms/rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { DemoHints } from './demo-hints.tsx';
import { AuthBox } from './parts.tsx';
import { PlainFormBox, PlainPassword, PlainSubmit, PlainText, usePlainForm } from './plain-form.tsx';
import css from './session.module.css';
import { SsoStart } from './sso-start.tsx';

/** Email and password; a link to the organisation's single sign-on if it has one. */
export const LoginForm = (): ReactNode => {
  const t = useT('session');
  const { useSSO, use_sso: alsoSso, forse_saml: forced } = config();
  const demo = useDemo();
  const hasSso = useSSO || alsoSso;
  const [way, setWay] = useState<'password' | 'sso'>(hasSso && forced ? 'sso' : 'password');
  const form = usePlainForm({ email: '', password: '' }, { email: [required, email], password: [required] });
  const login = useWrite('session.login', { quiet: true });
  const submit = (values: { email: string; password: string }): void => login.mutate(values);
  if (way === 'sso') return <SsoStart onPassword={() => setWay('password')} />;
  return (
    <AuthBox title={t('login.title')} lead={t('login.lead')}>
      <PlainFormBox form={form} onSubmit={submit} className={css['form']}>
        <PlainText
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          autoFocus
          maxLength={EMAIL_MAX}
        />
        <PlainPassword name="password" label={t('password')} autoComplete="current-password" maxLength={PASSWORD_MAX} />
        <FormError error={login.error} />
        <PlainSubmit busy={login.isPending} fullWidth size="md">
          {t('login.submit')}
        </PlainSubmit>
      </PlainFormBox>
      {hasSso && (
        <>
          <p className={css['or']}>{t('login.or')}</p>
          <Button variant="default" fullWidth size="md" onClick={() => setWay('sso')}>
            {t('login.sso')}
          </Button>
        </>
      )}
      <div className={css['links']}>
        <ScreenLink screen="auth.recovery" className="link">
          {t('login.forgot')}
        </ScreenLink>
        <ScreenLink screen="auth.policy" className="link">
          {t('login.policy')}
        </ScreenLink>
      </div>
      {(demo.ready || demo.progress !== null) && <DemoHints progress={demo.progress} />}
    </AuthBox>
  );
};
