import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { EMAIL_MAX } from '@sergak/contract/text.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { email, required } from '../../shared/forms/rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { AuthBox } from './parts.tsx';
import { PlainFormBox, PlainSubmit, PlainText, usePlainForm } from './plain-form.tsx';
import css from './session.module.css';
import { keepBinding } from './sso.ts';

type Found = { readonly organization_id: string; readonly title: string };

/** Asks for the email, finds the organisation by its domain and leaves for its provider. */
export const SsoStart = ({ onPassword }: { onPassword: () => void }): ReactNode => {
  const t = useT('session');
  const form = usePlainForm({ email: '' }, { email: [required, email] });
  const find = useWrite('sso.find', { quiet: true });
  const start = useWrite('sso.start', { quiet: true });
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const leave = (organization: Found, address: string): void =>
    start.mutate(
      { organization_id: organization.organization_id, email: address },
      {
        onSuccess: ({ url, binding }) => {
          keepBinding(binding);
          location.assign(url);
        },
      },
    );
  const submit = (values: { email: string }): void =>
    find.mutate(values, {
      onSuccess: ({ data }) => {
        setFound(data);
        if (data.length === 1) leave(data[0]!, values.email);
      },
    });
  return (
    <AuthBox title={t('sso.title')} lead={t('sso.lead')}>
      <PlainFormBox form={form} onSubmit={submit} className={css['form']}>
        <PlainText
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          autoFocus
          maxLength={EMAIL_MAX}
        />
        <FormError error={find.error ?? start.error} />
        {found?.length === 0 && <p role="alert">{t('sso.unknown_domain')}</p>}
        <PlainSubmit busy={find.isPending || start.isPending || start.isSuccess} fullWidth size="md">
          {t('sso.submit')}
        </PlainSubmit>
      </PlainFormBox>
      {found !== null && found.length > 1 && (
        <>
          <p className={css['or']}>{t('sso.choose')}</p>
          <div className={css['organizations']}>
            {found.map((one) => (
              <Button
                key={one.organization_id}
                variant="default"
                fullWidth
                onClick={() => leave(one, form.values.email)}
              >
                {one.title}
              </Button>
            ))}
          </div>
        </>
      )}
      <div className={css['links']}>
        <Button variant="subtle" size="compact-md" onClick={onPassword}>
          {t('sso.by_password')}
        </Button>
      </div>
    </AuthBox>
  );
};
