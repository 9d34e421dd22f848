import { type ReactNode, useState } from 'react';
import { EMAIL_MAX } from '@sergak/contract/text.rules.ts';
import { PASSWORD_MAX } from '@sergak/contract/session/session.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { email, required } from '../../shared/forms/rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { PlainFormBox, PlainPassword, PlainSubmit, PlainText, usePlainForm } from './plain-form.tsx';
import css from './session.module.css';

/** Requests a change of the own address; the link sent to the new address confirms it. */
export const OwnAddress = (): ReactNode => {
  const t = useT('session');
  const [sentTo, setSentTo] = useState<string>();
  const form = usePlainForm({ address: '', confirming: '' }, { address: [required, email], confirming: [required] });
  const request = useWrite('session.address-request', { quiet: true });
  const submit = (values: { address: string; confirming: string }): void =>
    request.mutate(
      { email: values.address, password: values.confirming },
      {
        onSuccess: () => {
          setSentTo(values.address);
          form.reset();
        },
      },
    );
  return (
    <PlainFormBox form={form} className={css['form']} onSubmit={submit}>
      <PlainText
        name="address"
        type="email"
        label={t('profile.new_address')}
        autoComplete="email"
        maxLength={EMAIL_MAX}
      />
      <PlainPassword
        name="confirming"
        label={t('profile.current_password')}
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
      />
      {failedWith(request.error, 'session.wrong_credentials') ? (
        <p role="alert" className="form-error">
          {t('profile.wrong_current')}
        </p>
      ) : (
        <FormError error={request.error} />
      )}
      {sentTo !== undefined && <p role="status">{t('profile.address_sent', { email: sentTo })}</p>}
      <div>
        <PlainSubmit busy={request.isPending}>{t('profile.change_address')}</PlainSubmit>
      </div>
    </PlainFormBox>
  );
};
