import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { isLoopbackHost } from '@sergak/contract/connection.rules.ts';
import {
  BIND_REST_MINUTES,
  BIND_TRIES,
  departmentSources,
  directoryFields,
  syncSchedules,
  usualLdapPorts,
} from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectorySettings } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import { call } from '../../shared/api.ts';
import { SealedPasswordField, ServerFields } from '../../shared/connection/connection-fields.tsx';
import { ConnectionForm } from '../../shared/connection/connection-form.tsx';
import css from '../../shared/connection/connection.module.css';
import { TextField } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { DirectoryDiagnosis } from './directory-diagnosis.tsx';
import { directoryInput, type DirectoryValues, directoryValues } from './directory-values.ts';

const Reach = ({ base }: { base: DirectorySettings }): ReactNode => {
  const t = useT('directory_sync');
  const [security, host] = useWatch<DirectoryValues, ['security', 'host']>({ name: ['security', 'host'] });
  return (
    <fieldset className={css['group']}>
      <legend>{t('form.reach')}</legend>
      <ServerFields hostLabel={t('form.host')} ports={usualLdapPorts} tlsName="LDAPS" />
      {security === 'none' && !isLoopbackHost(host) && (
        <SwitchField
          name="plain_allowed"
          label={t('form.plain_allowed')}
          description={t('form.plain_allowed_hint')}
          className={css['wide']!}
        />
      )}
      <TextField name="bind_dn" label={t('form.bind_dn')} spellCheck={false} />
      <SealedPasswordField stored={base} />
    </fieldset>
  );
};

const People = (): ReactNode => {
  const t = useT('directory_sync');
  const source = useWatch<DirectoryValues, 'department_from'>({ name: 'department_from' });
  return (
    <>
      <fieldset className={css['group']}>
        <legend>{t('form.people')}</legend>
        <TextField
          name="base_dn"
          label={t('form.base_dn')}

          spellCheck={false}
          className={css['wide']!}
        />
        <TextAreaField
          name="filter"
          label={t('form.filter')}
          minRows={2}

          spellCheck={false}
          className={css['wide']!}
        />
        {directoryFields.map((name) => (
          <TextField
            key={name}
            name={name}
            path={`attributes.${name}`}
            label={t(`attribute.${name}`)}

            spellCheck={false}
          />
        ))}
        <TextField
          name="key_attribute"
          label={t('form.key_attribute')}
          placeholder="objectGUID, entryUUID"
          description={t('form.key_hint')}

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
          <TextField name="department_attribute" required label={t('form.department_attribute')} />
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
  const [schedule, security, signIn] = useWatch<DirectoryValues, ['schedule', 'security', 'sign_in']>({
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
      {schedule === 'daily' && <NumberField name="hour" label={t('form.hour')} />}
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

/** How the directory is read: settings, their test, and saving. Only a directory that opens accounts needs a proof of identity. */
export const DirectoryForm = ({ stored }: { stored: DirectorySettings }): ReactNode => {
  const t = useT('directory_sync');
  const kind = {
    call: 'directory-sync.save' as const,
    stored,
    valuesOf: directoryValues,
    read: () => call('directory-sync.get', {}),
    family: 'directory-sync',
    save: useWrite('directory-sync.save', { quiet: true }),
    inputOf: (values: DirectoryValues, version: number, { password }: { password?: string }) => ({
      ...directoryInput(values),
      version,
      own_password: password,
    }),
    test: useWrite('directory-sync.test', { quiet: true }),
    testOf: directoryInput,
    savedText: () => t('form.saved'),
    needsProof: (values: DirectoryValues) => values.sign_in,
    proofTexts: { title: t('ask.title'), text: t('ask.text'), action: t('ask.action') },
  };
  return (
    <ConnectionForm
      kind={kind}
      title={t('form.title')}
      hint={t('form.hint')}
      errorFields={{ 'directory.invalid': 'filter' }}
      diagnosis={(outcome, tested) => <DirectoryDiagnosis outcome={outcome} tested={tested} />}
    >
      {(base) => (
        <>
          <Reach base={base} />
          <People />
          <Use />
        </>
      )}
    </ConnectionForm>
  );
};
