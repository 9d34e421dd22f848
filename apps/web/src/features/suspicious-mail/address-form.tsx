import type { ReactNode } from 'react';
import { usualImapPorts } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { ReportMailbox } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { call } from '../../shared/api.ts';
import { below, SealedPasswordField, ServerFields } from '../../shared/connection/connection-fields.tsx';
import { ConnectionForm } from '../../shared/connection/connection-form.tsx';
import css from '../../shared/connection/connection.module.css';
import { TextField } from '../../shared/forms/form.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { AddressDiagnosis } from './address-diagnosis.tsx';
import { addressInput, type AddressValues, addressValues } from './address-values.ts';

const Fields = ({ box }: { box: ReportMailbox }): ReactNode => {
  const t = useT('suspicious__address');
  return (
    <>
      <fieldset className={css['group']}>
        <legend>{t('form.reach')}</legend>
        <TextField
          name="address"
          inputWrapperOrder={below}
          type="email"
          label={t('form.address')}
          description={t('form.address_hint')}
          className={css['wide']!}
        />
        <ServerFields
          hostLabel={t('form.host')}
          hostHint={t('form.host_hint')}
          ports={usualImapPorts}
          tlsName="IMAPS"
        />
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{t('form.sign_in')}</legend>
        <TextField
          name="username"
          inputWrapperOrder={below}
          label={t('form.username')}
          autoComplete="off"
          spellCheck={false}
        />
        <SealedPasswordField stored={box} />
        <TextField
          name="folder"
          inputWrapperOrder={below}
          label={t('form.folder')}
          description={t('form.folder_hint')}
          spellCheck={false}
          className={css['wide']!}
        />
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{t('form.after')}</legend>
        <TextField
          name="forward_to"
          inputWrapperOrder={below}
          type="email"
          label={t('form.forward_to')}
          description={t('form.forward_to_hint')}
          sent={(address) => address || null}
          className={css['wide']!}
        />
        <SwitchField
          name="thanks"
          label={t('form.thanks')}
          description={t('form.thanks_hint')}
          className={css['wide']!}
        />
      </fieldset>
    </>
  );
};

/** The mailbox to which employees report emails: its settings, their test, and saving. */
export const AddressForm = ({ box }: { box: ReportMailbox }): ReactNode => {
  const t = useT('suspicious__address');
  const kind = {
    call: 'suspicious-mail.address-save' as const,
    stored: box,
    valuesOf: addressValues,
    read: () => call('suspicious-mail.address', {}),
    family: 'suspicious-mail',
    save: useWrite('suspicious-mail.address-save', { quiet: true }),
    inputOf: (values: AddressValues, version: number) => ({ ...addressInput(values), version }),
    test: useWrite('suspicious-mail.address-test', { quiet: true }),
    testOf: addressInput,
    savedText: () => t('form.saved'),
    needsProof: () => false,
  };
  return (
    <ConnectionForm
      kind={kind}
      title={t('form.title')}
      hint={t('form.hint')}
      errorFields={{ 'suspicious.forwards_to_itself': 'forward_to' }}
      diagnosis={(outcome, tested) => <AddressDiagnosis outcome={outcome} tested={tested} />}
    >
      {(base) => <Fields box={base} />}
    </ConnectionForm>
  );
};
