import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { ReminderConfig } from '@sergak/contract/organizations/organizations.schema.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { clock } from './hours.ts';
import css from './organization.module.css';

type Values = Omit<ReminderConfig, 'hour'> & { hour: string };
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clock(hour * 60) }));

const Fields = (): ReactNode => {
  const t = useT('organizations');
  const active = useWatch({ name: 'active' }) as boolean;
  return (
    <>
      <SwitchField name="active" label={t('reminders.active')} />
      {active && (
        <div className={css['reminders']}>
          <NumberField name="every_days" label={t('reminders.every')} />
          <NumberField name="most_times" label={t('reminders.times')} />
          <SelectField name="hour" label={t('reminders.hour')} data={hours} comboboxProps={{ withinPortal: false }} />
        </div>
      )}
    </>
  );
};

const ReminderForm = ({ config }: { config: ReminderConfig }): ReactNode => {
  const t = useT('organizations');
  const form = useForm<Values>({ ...config, hour: String(config.hour) });
  const save = useWrite('organizations.set-reminders', { quiet: true });
  const submit = (values: Values): void =>
    save.mutate(
      { ...values, hour: Number(values.hour) },
      {
        onSuccess: (stored) => {
          form.reset({ ...stored, hour: String(stored.hour) });
          showToast({ kind: 'success', text: t('reminders.saved') });
        },
      },
    );
  return (
    <Form form={form} call="organizations.set-reminders" onSubmit={submit}>
      <Fields />
      <FormError error={save.error} />
      <FormSaveBar busy={save.isPending} onDrop={save.reset} />
      <UnsavedGuard dirty={form.formState.isDirty} />
    </Form>
  );
};

/** Reminders to people who were invited and have not registered. */
export const Reminders = (): ReactNode => {
  const t = useT('organizations');
  const may = usePermission('admin.staff.employees');
  const query = useRead('organizations.reminders', {}, { quiet: true, enabled: may });
  if (!may || query.isError) return null;
  return (
    <Section part="reminders" title={t('reminders.title')} hint={t('reminders.hint')}>
      {query.data === undefined ? <Skeleton height={64} radius={12} /> : <ReminderForm config={query.data} />}
    </Section>
  );
};
