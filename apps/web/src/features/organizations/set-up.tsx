import type { ReactNode } from 'react';
import { USERS_LIMIT_MAX } from '@sergak/contract/organizations/organizations.rules.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { formatNumber } from '../../shared/format.ts';
import { Form, FormError, SubmitButton, TextField, useForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { maxLength } from '../../shared/forms/rules.ts';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { timeZones } from './hours.ts';
import css from './organization.module.css';
import type { OrganizationPage } from './overview.tsx';

type Values = Pick<OrganizationPage, 'title' | 'language' | 'time_zone'> & { users_limit: number };

const Fields = ({ organization }: { organization: OrganizationPage }): ReactNode => {
  const t = useT('organizations__shell');
  const { title, language, time_zone, license } = organization;
  const form = useForm<Values>({ title, language, time_zone, users_limit: license.users_limit });
  const save = useWrite('organizations.set-up', { quiet: true });
  const range = { least: formatNumber(1), most: formatNumber(USERS_LIMIT_MAX) };
  const submit = (values: Values): void =>
    save.mutate(values, { onSuccess: () => showToast({ kind: 'success', text: t('set_up.done') }) });
  return (
    <Form form={form} onSubmit={submit}>
      <Section title={t('set_up.title')} hint={t('set_up.hint')} className={css['set-up']!}>
        <div className={css['fields']}>
          <TextField
            name="title"
            required
            label={t('set_up.name')}
            maxLength={TITLE_MAX}
            className={css['wide']!}
            check={maxLength(TITLE_MAX)}
            values={{ max: TITLE_MAX }}
          />
          <SelectField
            name="language"
            label={t('set_up.language')}
            data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
          />
          <SelectField name="time_zone" label={t('set_up.zone')} searchable limit={60} data={timeZones(time_zone)} />
          <NumberField
            name="users_limit"
            label={t('set_up.seats')}
            description={t('set_up.seats_hint')}
            min={1}
            max={USERS_LIMIT_MAX}
            wrong={t('set_up.seats_wrong', range)}
            grouped
          />
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
