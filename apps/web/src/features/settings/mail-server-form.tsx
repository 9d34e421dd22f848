import { Radio } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import {
  CONNECTIONS_MAX,
  HOST_MAX,
  MAIL_ACCOUNT_MAX,
  MAIL_SENDER_NAME_MAX,
  PORT_MAX,
  usualPorts,
} from '@sergak/contract/settings/settings.rules.ts';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import { EMAIL_MAX } from '@sergak/contract/text.rules.ts';
import { call } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { Form, PasswordField, TextField, useField, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { AuthorityField } from '../../shared/forms/authority-field.tsx';
import { passwordHint } from '../../shared/forms/password-hint.ts';
import { isProofError } from '../../shared/forms/own-proof.tsx';
import { ProofDialog } from '../../shared/forms/proof-dialog.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { maxLength, email, checkWithMessage } from '../../shared/forms/rules.ts';
import { SaveError } from '../../shared/forms/save-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { MailDiagnosis } from './mail-diagnosis.tsx';
import { inputOf, kinds, type Values } from './mail-values.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './settings.module.css';

/** Hints are below the inputs, so that inputs side by side are aligned. */
const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const valuesOf = (mail: MailSettings): Values => ({
  // The loopback port of the built-in mailbox is not a useful default.
  ...(mail.mode === 'built_in'
    ? { host: '', port: usualPorts.starttls, security: 'starttls' as const }
    : { host: mail.host, port: mail.port, security: mail.security }),
  ca: mail.ca,
  username: mail.username,
  password: '',
  sender_name: mail.sender_name,
  sender_address: mail.sender_address,
  connections: mail.connections,
});

const Security = (): ReactNode => {
  const t = useT('settings__mail');
  const { field } = useField<Values['security']>({ name: 'security' });
  const { getValues, setValue } = useFormContext<Values>();
  const choose = (next: string): void => {
    // A port that the user did not set follows the kind of security.
    if ((Object.values(usualPorts) as number[]).includes(getValues('port')))
      setValue('port', usualPorts[next as Values['security']], { shouldDirty: true, shouldValidate: true });
    field.onChange(next);
  };
  return (
    <Radio.Group label={t('security.label')} value={field.value} onChange={choose} className={css['wide']!}>
      <div className={css['choices']}>
        {kinds.map((one) => (
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

const Password = ({ mail }: { mail: MailSettings }): ReactNode => {
  const t = useT('settings__mail');
  const [host, port, security, username] = useWatch<Values, ['host', 'port', 'security', 'username']>({
    name: ['host', 'port', 'security', 'username'],
  });
  const same = host === mail.host && port === mail.port && security === mail.security;
  const hint = same && username === '' ? undefined : passwordHint(mail.password_state, same);
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

const Fields = ({ mail }: { mail: MailSettings }): ReactNode => {
  const t = useT('settings__mail');
  return (
    <>
      <fieldset className={css['group']}>
        <legend>{t('form.reach')}</legend>
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
        <p className={css['group-hint']}>{t('form.sign_in_hint')}</p>
        <TextField
          name="username"
          inputWrapperOrder={below}
          label={t('form.username')}
          maxLength={MAIL_ACCOUNT_MAX}
          autoComplete="off"
          spellCheck={false}
        />
        <Password mail={mail} />
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{t('form.sender')}</legend>
        <TextField
          name="sender_name"
          inputWrapperOrder={below}
          required
          label={t('form.sender_name')}
          description={t('form.sender_name_hint')}
          maxLength={MAIL_SENDER_NAME_MAX}
          check={maxLength(MAIL_SENDER_NAME_MAX)}
          values={{ max: MAIL_SENDER_NAME_MAX }}
        />
        <TextField
          name="sender_address"
          inputWrapperOrder={below}
          required
          type="email"
          label={t('form.sender_address')}
          description={t('form.sender_address_hint')}
          maxLength={EMAIL_MAX}
          check={email}
        />
        <NumberField
          name="connections"
          inputWrapperOrder={below}
          label={t('form.connections')}
          description={t('form.connections_hint')}
          min={1}
          max={CONNECTIONS_MAX}
          wrong={t('form.connections_wrong')}
          className={css['wide']!}
          maw={420}
        />
      </fieldset>
    </>
  );
};

const Failure = (props: ComponentProps<typeof SaveError>): ReactNode => {
  const t = useT('settings__mail');
  const { error } = props;
  if (failedWith(error, 'connection.address_refused'))
    return (
      <p role="alert" className="form-error">
        {t('form.private')}
      </p>
    );
  if (failedWith(error, 'request.rate_limited'))
    return (
      <p role="alert" className="form-error">
        {t('form.limit')}
      </p>
    );
  return <SaveError {...props} />;
};

/** Loads the stored values into the form, or only their version, so that the user's values can overwrite them. */
const useStored = (form: UseFormReturn<Values>, mail: MailSettings) => {
  const [base, setBase] = useState(mail);
  const accept = (stored: MailSettings): void => {
    setBase(stored);
    form.reset(valuesOf(stored));
  };
  const reload = async (): Promise<void> => {
    accept(await call('settings.mail', {}));
    await refresh('settings');
  };
  return { base, accept, reload };
};

/** The organisation's own mail server: its settings, its state, and the form that saves it. */
export const MailServerForm = ({ mail }: { mail: MailSettings }): ReactNode => {
  const t = useT('settings__mail');
  const form = useForm<Values>(valuesOf(mail));
  const { base, accept, reload } = useStored(form, mail);
  const save = useWrite('settings.mail-save', { quiet: true });
  const test = useWrite('settings.mail-test', { quiet: true });
  const [asked, ask] = useState<{ readonly values: Values; readonly over: number }>();
  const write = ({ password }: { password?: string }): void =>
    save.mutate(
      { ...inputOf(asked!.values), version: asked!.over, own_password: password },
      {
        onSuccess: (stored) => {
          accept(stored);
          ask(undefined);
          showToast({ kind: 'success', text: t('form.saved', { host: stored.host }) });
        },
        // A failed proof is shown in the dialog; everything else needs the form.
        onError: (error) => isProofError(error) || ask(undefined),
      },
    );
  const overwrite = async (): Promise<void> => {
    const { version } = await call('settings.mail', {});
    ask({ values: form.getValues(), over: version });
  };
  return (
    <Form form={form} onSubmit={(values) => ask({ values, over: base.version })} className={css['server']!}>
      <Section title={t('form.title')} hint={t('form.hint')}>
        <Fields mail={base} />
        <Failure
          error={asked === undefined && !isProofError(save.error) ? (save.error ?? test.error) : null}
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
        <MailDiagnosis diagnosis={test.isPending ? undefined : test.data} tested={test.variables} />
      )}
      <ProofDialog
        opened={asked !== undefined}
        danger={false}
        title={t('ask.title')}
        action={t('ask.action')}
        busy={save.isPending}
        error={isProofError(save.error) ? save.error : null}
        onConfirm={write}
        onClose={() => {
          ask(undefined);
          save.reset();
        }}
      >
        {t('ask.text')}
      </ProofDialog>
      <FormSaveBar busy={save.isPending} onDrop={save.reset} />
      <UnsavedGuard dirty={form.formState.isDirty} />
    </Form>
  );
};
