import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { usualPorts } from '@sergak/contract/settings/settings.rules.ts';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import { call } from '../../shared/api.ts';
import { below, SealedPasswordField, ServerFields } from '../../shared/connection/connection-fields.tsx';
import { ConnectionForm } from '../../shared/connection/connection-form.tsx';
import shared from '../../shared/connection/connection.module.css';
import { TextField } from '../../shared/forms/form.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { MailDiagnosis } from './mail-diagnosis.tsx';
import { mailInput, type MailValues, mailValues } from './mail-values.ts';
import css from './settings.module.css';

const Fields = ({ mail }: { mail: MailSettings }): ReactNode => {
  const t = useT('settings__mail');
  const username = useWatch<MailValues, 'username'>({ name: 'username' });
  return (
    <>
      <fieldset className={shared['group']}>
        <legend>{t('form.reach')}</legend>
        <ServerFields hostLabel={t('form.host')} hostHint={t('form.host_hint')} ports={usualPorts} tlsName="SMTPS" />
      </fieldset>
      <fieldset className={shared['group']}>
        <legend>{t('form.sign_in')}</legend>
        <p className={css['group-hint']}>{t('form.sign_in_hint')}</p>
        <TextField
          name="username"
          inputWrapperOrder={below}
          label={t('form.username')}
          autoComplete="off"
          spellCheck={false}
        />
        <SealedPasswordField stored={mail} isUsed={username !== ''} />
      </fieldset>
      <fieldset className={shared['group']}>
        <legend>{t('form.sender')}</legend>
        <TextField
          name="sender_name"
          inputWrapperOrder={below}
          label={t('form.sender_name')}
          description={t('form.sender_name_hint')}
        />
        <TextField
          name="sender_address"
          inputWrapperOrder={below}
          type="email"
          label={t('form.sender_address')}
          description={t('form.sender_address_hint')}
        />
        <NumberField
          name="connections"
          inputWrapperOrder={below}
          label={t('form.connections')}
          description={t('form.connections_hint')}
          className={shared['wide']!}
          maw={420}
        />
      </fieldset>
    </>
  );
};

/** The organisation's own mail server: the form that tests and saves it. */
export const MailServerForm = ({ mail }: { mail: MailSettings }): ReactNode => {
  const t = useT('settings__mail');
  const kind = {
    call: 'settings.mail-save' as const,
    stored: mail,
    valuesOf: mailValues,
    read: () => call('settings.mail', {}),
    family: 'settings',
    save: useWrite('settings.mail-save', { quiet: true }),
    inputOf: (values: MailValues, version: number, { password }: { password?: string }) => ({
      ...mailInput(values),
      version,
      own_password: password,
    }),
    test: useWrite('settings.mail-test', { quiet: true }),
    testOf: mailInput,
    savedText: ({ host }: MailSettings) => t('form.saved', { host }),
    needsProof: () => true,
    proofTexts: { title: t('ask.title'), text: t('ask.text'), action: t('ask.action') },
  };
  return (
    <ConnectionForm
      kind={kind}
      title={t('form.title')}
      hint={t('form.hint')}
      diagnosis={(outcome, tested) => <MailDiagnosis outcome={outcome} tested={tested} />}
    >
      {(base) => <Fields mail={base} />}
    </ConnectionForm>
  );
};
