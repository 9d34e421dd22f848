import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  ATTRIBUTE_MAX,
  BIND_REST_MINUTES,
  BIND_TRIES,
  departmentSources,
  directoryFields,
  directorySecurities,
  DN_MAX,
  FILTER_MAX,
  isLoopbackHost,
  syncSchedules,
  usualLdapPorts,
} from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectorySettings } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import { HOST_MAX, MAIL_ACCOUNT_MAX, PORT_MAX } from '@sergak/contract/settings/settings.rules.ts';
import { call } from '../../shared/api.ts';
import { AuthorityField } from '../../shared/forms/authority-field.tsx';
import { Form, PasswordField, TextField, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { passwordHint } from '../../shared/forms/password-hint.ts';
import { isProofError } from '../../shared/forms/own-proof.tsx';
import { ProofDialog } from '../../shared/forms/proof-dialog.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { SaveError } from '../../shared/forms/save-error.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { DirectoryDiagnosis } from './directory-diagnosis.tsx';
import css from './directory-sync.module.css';
import { inputOf, type Values, valuesOf } from './directory-values.ts';

const Password = ({ base }: { base: DirectorySettings }): ReactNode => {
  const t = useT('directory_sync');
  const [host, port, security] = useWatch<Values, ['host', 'port', 'security']>({ name: ['host', 'port', 'security'] });
  const isSame = host === base.host && port === base.port && security === base.security;
  const hint = passwordHint(base.password_state, isSame);
  return (
    <PasswordField
      name="password"
      label={t('form.password')}
      autoComplete="new-password"
      maxLength={MAIL_ACCOUNT_MAX}
      {...(hint === 'keep' ? { placeholder: t('form.password_saved') } : {})}
      description={hint && (hint === 'lost' ? t('commons:sealed.lost') : t(`form.password_${hint}`))}
    />
  );
};

const Reach = ({ base }: { base: DirectorySettings }): ReactNode => {
  const t = useT('directory_sync');
  const { getValues, setValue } = useFormContext<Values>();
  const [security, host] = useWatch<Values, ['security', 'host']>({ name: ['security', 'host'] });
  /** Another kind of encryption brings its usual port, unless the administrator typed a port of his own. */
  const followPort = (next: string | null): void => {
    if ((Object.values(usualLdapPorts) as number[]).includes(getValues('port')))
      setValue('port', usualLdapPorts[next as Values['security']], { shouldDirty: true, shouldValidate: true });
  };
  return (
    <fieldset className={css['group']}>
      <legend>{t('form.reach')}</legend>
      <TextField name="host" required label={t('form.host')} maxLength={HOST_MAX} spellCheck={false} />
      <NumberField name="port" label={t('form.port')} min={1} max={PORT_MAX} wrong={t('form.port_wrong')} />
      <SelectField
        name="security"
        label={t('form.security')}
        data={directorySecurities.map((value) => ({ value, label: t(`security.${value}`) }))}
        allowDeselect={false}
        className={css['wide']!}
        onChange={followPort}
      />
      {security !== 'none' && <AuthorityField className={css['wide']!} />}
      {security === 'none' && !isLoopbackHost(host) && (
        <SwitchField
          name="plain_allowed"
          label={t('form.plain_allowed')}
          description={t('form.plain_allowed_hint')}
          className={css['wide']!}
        />
      )}
      <TextField name="bind_dn" required label={t('form.bind_dn')} maxLength={DN_MAX} spellCheck={false} />
      <Password base={base} />
    </fieldset>
  );
};

const People = (): ReactNode => {
  const t = useT('directory_sync');
  const source = useWatch<Values, 'department_from'>({ name: 'department_from' });
  return (
    <>
      <fieldset className={css['group']}>
        <legend>{t('form.people')}</legend>
        <TextField
          name="base_dn"
          required
          label={t('form.base_dn')}
          maxLength={DN_MAX}
          spellCheck={false}
          className={css['wide']!}
        />
        <TextAreaField
          name="filter"
          required
          label={t('form.filter')}
          minRows={2}
          maxLength={FILTER_MAX}
          spellCheck={false}
          className={css['wide']!}
        />
        {directoryFields.map((name) => (
          <TextField
            key={name}
            name={name}
            required={name === 'email'}
            label={t(`attribute.${name}`)}
            maxLength={ATTRIBUTE_MAX}
            spellCheck={false}
          />
        ))}
        <TextField
          name="key_attribute"
          label={t('form.key_attribute')}
          placeholder="objectGUID, entryUUID"
          description={t('form.key_hint')}
          maxLength={ATTRIBUTE_MAX}
          spellCheck={false}
          className={css['wide']!}
        />
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{t('form.place')}</legend>
        <SelectField
          name="department_from"
          label={t('form.department_from')}
          data={departmentSources.map((value) => ({ value, label: t(`department.${value}`) }))}
          allowDeselect={false}
        />
        {source === 'attribute' && (
          <TextField
            name="department_attribute"
            required
            label={t('form.department_attribute')}
            maxLength={ATTRIBUTE_MAX}
          />
        )}
        {(['operators', 'content_managers'] as const).map((name) => (
          <TextAreaField
            key={name}
            name={name}
            label={t(`form.${name}`)}
            {...(name === 'operators' && { description: t('form.groups_hint') })}
            minRows={2}
            spellCheck={false}
            className={css['wide']!}
          />
        ))}
      </fieldset>
    </>
  );
};

const Use = (): ReactNode => {
  const t = useT('directory_sync');
  const [schedule, security, signIn] = useWatch<Values, ['schedule', 'security', 'sign_in']>({
    name: ['schedule', 'security', 'sign_in'],
  });
  const isPlain = security === 'none';
  return (
    <fieldset className={css['group']}>
      <legend>{t('form.use')}</legend>
      <SelectField
        name="schedule"
        label={t('form.schedule')}
        data={syncSchedules.map((value) => ({ value, label: t(`schedule.${value}`) }))}
        allowDeselect={false}
      />
      {schedule === 'daily' && (
        <NumberField name="hour" label={t('form.hour')} min={0} max={23} wrong={t('form.hour_wrong')} />
      )}
      <SwitchField
        name="remove_leavers"
        label={t('form.leavers')}
        description={t('form.leavers_hint')}
        className={css['wide']!}
      />
      <SwitchField
        name="sign_in"
        label={t('form.sign_in')}
        description={t('form.sign_in_hint', { tries: BIND_TRIES, minutes: BIND_REST_MINUTES })}
        disabled={isPlain && !signIn}
        error={isPlain && t('form.sign_in_plain')}
        className={css['wide']!}
      />
    </fieldset>
  );
};

/** How the directory is read: settings, their check, and saving. */
export const DirectoryForm = ({ stored }: { stored: DirectorySettings }): ReactNode => {
  const t = useT('directory_sync');
  const form = useForm<Values>(valuesOf(stored));
  const [base, setBase] = useState(stored);
  const save = useWrite('directory-sync.save', { quiet: true });
  const test = useWrite('directory-sync.test', { quiet: true });
  const accept = (next: DirectorySettings): void => {
    setBase(next);
    form.reset(valuesOf(next));
  };
  const [asked, ask] = useState<{ readonly values: Values; readonly over: number }>();
  const write = (values: Values, version: number, proof: { password?: string } = {}): void =>
    save.mutate(
      { ...inputOf(values), version, own_password: proof.password },
      {
        onSuccess: (next) => {
          accept(next);
          ask(undefined);
          showToast({ kind: 'success', text: t('form.saved') });
        },
        // A failed proof is shown in the dialog; everything else needs the form.
        onError: (error) => isProofError(error) || ask(undefined),
      },
    );
  /** Only a directory that opens accounts needs a proof of identity. */
  const submit = (values: Values, over: number): void => (values.sign_in ? ask({ values, over }) : write(values, over));
  const reload = async (): Promise<void> => {
    save.reset();
    accept(await call('directory-sync.get', {}));
    await refresh('directory-sync');
  };
  const overwrite = async (): Promise<void> => submit(form.getValues(), (await call('directory-sync.get', {})).version);
  return (
    <Form form={form} onSubmit={(values) => submit(values, base.version)} className={css['server']!}>
      <Section title={t('form.title')} hint={t('form.hint')}>
        <Reach base={base} />
        <People />
        <Use />
        <SaveError
          error={asked === undefined && !isProofError(save.error) ? (save.error ?? test.error) : null}
          busy={save.isPending}
          onTheirs={() => void reload()}
          onMine={() => void overwrite()}
          fields={{ 'connection.ca_invalid': 'ca', 'directory.invalid': 'filter', 'connection.address_refused': 'host' }}
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
        <DirectoryDiagnosis outcome={test.isPending ? undefined : test.data} tested={test.variables} />
      )}
      <ProofDialog
        opened={asked !== undefined}
        danger={false}
        title={t('ask.title')}
        action={t('ask.action')}
        busy={save.isPending}
        error={isProofError(save.error) ? save.error : null}
        onConfirm={(proof) => write(asked!.values, asked!.over, proof)}
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
