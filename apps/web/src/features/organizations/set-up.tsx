import type { ReactNode } from 'react';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, SubmitButton, TextField, useForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './organization.module.css';
import type { OrganizationPage } from './overview.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

type Values = Pick<OrganizationPage, 'title' | 'language' | 'time_zone'> & { users_limit: number };

const Fields = ({ organization }: { organization: OrganizationPage }): ReactNode => {
  const t = useT('organizations__shell');
  const { title, language, time_zone, license } = organization;
  const form = useForm<Values>({ title, language, time_zone, users_limit: license.users_limit });
  const save = useWrite('organizations.set-up', { quiet: true });
  const submit = (values: Values): void =>
    save.mutate(values, { onSuccess: () => showToast({ kind: 'success', text: t('set_up.done') }) });
  return (
    <Form form={form} call="organizations.set-up" onSubmit={submit}>
      <Section title={t('set_up.title')} hint={t('set_up.hint')} className={css['set-up']!}>
        <div className={css['fields']}>
          <TextField name="title" label={t('set_up.name')} className={css['wide']!} />
          <SelectField
            name="language"
            label={t('set_up.language')}
            data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
          />
          <TimeZoneField kept={time_zone} label={t('set_up.zone')} />
          <NumberField name="users_limit" label={t('set_up.seats')} description={t('set_up.seats_hint')} grouped />
        </div>
        <FormError error={save.error} fields={{ 'licence.users_limit': 'users_limit' }} />
        <div className={css['save']}>
          <SubmitButton busy={save.isPending}>{t('set_up.action')}</SubmitButton>
        </div>
      </Section>
    </Form>
  );
};

/** Title, language, time zone and seats of the first organisation. */
export default function SetUp({ id }: { id: string }): ReactNode {
  const { data } = useRead('organizations.get', { id }, { quiet: true });
  return data === undefined ? null : <Fields organization={data} />;
}
