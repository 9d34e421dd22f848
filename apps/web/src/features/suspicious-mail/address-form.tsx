import { Radio } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import { HOST_MAX, MAIL_ACCOUNT_MAX, PORT_MAX } from '@sergak/contract/settings/settings.rules.ts';
import {
  FOLDER_MAX,
  mailboxSecurities,
  usualImapPorts,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { ReportMailbox } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { EMAIL_MAX } from '@sergak/contract/text.rules.ts';
import { call } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { Form, PasswordField, TextField, useField, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { email, checkWithMessage } from '../../shared/forms/rules.ts';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { SaveError } from '../../shared/forms/save-error.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { AuthorityField } from '../../shared/forms/authority-field.tsx';
import { passwordHint } from '../../shared/forms/password-hint.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { AddressDiagnosis } from './address-diagnosis.tsx';
import { inputOf, type Values, valuesOf } from './address-values.ts';
import css from './suspicious-mail.module.css';

/** Hints are below the inputs, so that inputs side by side are aligned. */
const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const Security = (): ReactNode => {
  const t = useT('suspicious__address');
  const { field } = useField<Values['security']>({ name: 'security' });
  const { getValues, setValue } = useFormContext<Values>();
  const choose = (next: string): void => {
    // A port that the user did not set follows the kind of security.
    if ((Object.values(usualImapPorts) as number[]).includes(getValues('port')))
      setValue('port', usualImapPorts[next as Values['security']], { shouldDirty: true, shouldValidate: true });
    field.onChange(next);
  };
  return (
    <Radio.Group label={t('security.label')} value={field.value} onChange={choose} className={css['wide']!}>
      <div className={css['choices']}>
        {mailboxSecurities.map((one) => (
          <Radio.Card
            key={one}
            value={one}
            className={css['choice']!}
            aria-describedby={`security-${one}`}
            aria-label={t(`security.${one}`)}
          >
            <Radio.Indicator />
            <span>
              <span className={css['choice-name']}>{t(`security.${one}`)}</span>
              <span className={css['choice-hint']} id={`security-${one}`}>
                {t(`security.${one}_hint`)}
              </span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
};

const Password = ({ box }: { box: ReportMailbox }): ReactNode => {
  const t = useT('suspicious__address');
  const [host, port, security] = useWatch<Values, ['host', 'port', 'security']>({ name: ['host', 'port', 'security'] });
  const isSame = host === box.host && port === box.port && security === box.security;
  const hint = passwordHint(box.password_state, isSame);
  return (
    <PasswordField
      name="password"
      inputWrapperOrder={below}
      label={t('form.password')}
      autoComplete="new-password"
      maxLength={MAIL_ACCOUNT_MAX}
      {...(hint === 'keep' ? { placeholder: t('form.password_saved') } : {})}
      description={hint && (hint === 'lost' ? t('commons:sealed.lost') : t(`form.password_${hint}`))}
    />
  );
};

const Fields = ({ box }: { box: ReportMailbox }): ReactNode => {
  const t = useT('suspicious__address');
  return (
    <>
      <fieldset className={css['group']}>
        <legend>{t('form.reach')}</legend>
        <TextField
          name="address"
          inputWrapperOrder={below}
          required
          type="email"
          label={t('form.address')}
          description={t('form.address_hint')}
          maxLength={EMAIL_MAX}
          check={email}
          className={css['wide']!}
        />
        <TextField
          name="host"
          inputWrapperOrder={below}
          required
          label={t('form.host')}
          description={t('form.host_hint')}
          maxLength={HOST_MAX}
          autoComplete="off"
          spellCheck={false}
          check={checkWithMessage<string>((host) => /^[A-Za-z0-9.:_-]*$/.test(host.trim()), t('form.host_wrong'))}
        />
        <NumberField
          name="port"
          inputWrapperOrder={below}
          label={t('form.port')}
          min={1}
          max={PORT_MAX}
          wrong={t('form.port_wrong')}
        />
        <Security />
        <AuthorityField className={css['wide']!} />
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{t('form.sign_in')}</legend>
        <TextField
          name="username"
          inputWrapperOrder={below}
          required
          label={t('form.username')}
          maxLength={MAIL_ACCOUNT_MAX}
          autoComplete="off"
          spellCheck={false}
        />
        <Password box={box} />
        <TextField
          name="folder"
          inputWrapperOrder={below}
          required
          label={t('form.folder')}
          description={t('form.folder_hint')}
          maxLength={FOLDER_MAX}
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
          maxLength={EMAIL_MAX}
          check={email}
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

const Failure = (props: ComponentProps<typeof SaveError>): ReactNode => {
  const t = useT('suspicious__address');
  const sentence = failedWith(props.error, 'connection.address_refused')
    ? t('form.private')
    : failedWith(props.error, 'request.rate_limited')
      ? t('form.limit')
      : null;
  if (sentence === null) return <SaveError {...props} fields={{ 'suspicious.forwards_to_itself': 'forward_to' }} />;
  return (
    <p role="alert" className="form-error">
      {sentence}
    </p>
  );
};

/** Loads the stored values into the form, or only their version, so that the user's values can overwrite them. */
const useStored = (form: UseFormReturn<Values>, box: ReportMailbox) => {
  const [base, setBase] = useState(box);
  const accept = (stored: ReportMailbox): void => {
    setBase(stored);
    form.reset(valuesOf(stored));
  };
  const reload = async (): Promise<void> => {
    accept(await call('suspicious-mail.address', {}));
    await refresh('suspicious-mail');
  };
  return { base, accept, reload };
};

/** The mailbox to which employees report emails: its settings, their check, and saving. */
export const AddressForm = ({ box }: { box: ReportMailbox }): ReactNode => {
  const t = useT('suspicious__address');
  const form = useForm<Values>(valuesOf(box));
  const { base, accept, reload } = useStored(form, box);
  const save = useWrite('suspicious-mail.address-save', { quiet: true });
  const test = useWrite('suspicious-mail.address-test', { quiet: true });
  const write = (values: Values, version: number): void =>
    save.mutate(
      { ...inputOf(values), version },
      {
        onSuccess: (stored) => {
          accept(stored);
          showToast({ kind: 'success', text: t('form.saved') });
        },
      },
    );
  const overwrite = async (): Promise<void> =>
    write(form.getValues(), (await call('suspicious-mail.address', {})).version);
  return (
    <Form form={form} onSubmit={(values) => write(values, base.version)} className={css['server']!}>
      <Section title={t('form.title')} hint={t('form.hint')}>
        <Fields box={base} />
        <Failure
          error={save.error ?? test.error}
          busy={save.isPending}
          onTheirs={() => {
            save.reset();
            void reload();
          }}
          onMine={() => void overwrite()}
        />
        <div className={css['form-foot']}>
          <ActionButton
            variant="default"
            loading={test.isPending}
            blocked={!form.formState.isValid && t('commons:blocked.form')}
            onClick={() => test.mutate(inputOf(form.getValues()))}
          >
            {t('form.test')}
          </ActionButton>
        </div>
      </Section>
      {(test.isPending || test.data !== undefined) && (
        <AddressDiagnosis diagnosis={test.isPending ? undefined : test.data} tested={test.variables} />
      )}
      <FormSaveBar busy={save.isPending} onDrop={save.reset} />
      <UnsavedGuard dirty={form.formState.isDirty} />
    </Form>
  );
};
