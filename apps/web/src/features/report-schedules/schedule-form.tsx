import { Checkbox, Radio } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  frequencies,
  scheduledKinds,
  type ScheduledKind,
} from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import type { ReportSchedule } from '@sergak/contract/report-schedules/report-schedules.schema.ts';
import { detailsOf } from '../../shared/api-error.ts';
import { call } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { Form, useField, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { SaveError } from '../../shared/forms/save-error.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { useZoneName } from '../../shared/zone-name.ts';
import { AddressesField } from './addresses-field.tsx';
import { type ScheduleValues, scheduleValues } from './values.ts';
import css from './report-schedules.module.css';

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const NumberChoice = ({
  name,
  label,
  description,
  options,
  say,
}: {
  name: 'weekday' | 'month_day' | 'hour';
  label: string;
  description?: string;
  options: readonly number[];
  say: (value: number) => string;
}): ReactNode => {
  const { field } = useField<number>({ name });
  return (
    <Select
      ref={field.ref}
      label={label}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(description !== undefined && { description })}
      value={String(field.value)}
      data={options.map((value) => ({ value: String(value), label: say(value) }))}
      allowDeselect={false}
      onBlur={field.onBlur}
      onChange={(next) => next !== null && field.onChange(Number(next))}
    />
  );
};

const When = ({ zone }: { zone: string }): ReactNode => {
  const t = useT('report_schedules');
  const { field } = useField<ScheduleValues['frequency']>({ name: 'frequency' });
  return (
    <Section title={t('form.when')} hint={t('form.zone', { zone: useZoneName(zone) })}>
      <div className={css['fields']}>
        <Radio.Group label={t('form.frequency')} value={field.value} onChange={field.onChange}>
          <div className={css['choices']}>
            {frequencies.map((one) => (
              <Radio.Card key={one} value={one} className={css['choice']!} aria-label={t(`frequency.${one}`)}>
                <Radio.Indicator />
                {t(`frequency.${one}`)}
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        {field.value !== 'off' && (
          <div className={css['times']}>
            {field.value === 'weekly' ? (
              <NumberChoice
                name="weekday"
                label={t('form.weekday')}
                options={numbers(1, 7)}
                say={(day) => t(`weekday.${day as 1}`)}
              />
            ) : (
              <NumberChoice
                name="month_day"
                label={t('form.month_day')}
                description={t('form.month_day_hint')}
                options={numbers(1, 31)}
                say={String}
              />
            )}
            <NumberChoice name="hour" label={t('form.hour')} options={numbers(0, 23)} say={hourText} />
          </div>
        )}
      </div>
    </Section>
  );
};

const What = (): ReactNode => {
  const t = useT('report_schedules');
  const kinds = useField<ScheduledKind[]>({
    name: 'kinds',
    eager: true,
    check: (chosen, all) => (all['frequency'] === 'off' || chosen.length > 0 ? undefined : t('form.kinds_none')),
  });
  const language = useField<ScheduleValues['language']>({ name: 'language' });
  return (
    <Section title={t('form.what')}>
      <div className={css['fields']}>
        <Checkbox.Group
          label={t('form.kinds')}
          error={kinds.error}
          value={kinds.field.value}
          onChange={(next) => kinds.field.onChange(scheduledKinds.filter((one) => next.includes(one)))}
        >
          <div className={css['kinds']}>
            {scheduledKinds.map((one) => (
              <Checkbox key={one} value={one} label={t(`kind.${one}`)} description={t(`kind_hint.${one}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <Select
          ref={language.field.ref}
          className={css['language']!}
          label={t('form.language')}
          value={language.field.value}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          allowDeselect={false}
          onBlur={language.field.onBlur}
          onChange={(next) => next !== null && language.field.onChange(next)}
        />
      </div>
    </Section>
  );
};

const Whom = ({ schedule, rejected }: { schedule: ReportSchedule; rejected: readonly string[] }): ReactNode => {
  const t = useT('report_schedules');
  const count = schedule.tag?.members_count ?? 0;
  return (
    <Section title={t('form.whom')}>
      <div className={css['fields']}>
        <SwitchField
          name="to_tag"
          label={t('form.to_tag')}
          description={t('form.to_tag_hint', { count, number: formatNumber(count) })}
        />
        <AddressesField schedule={schedule} rejected={rejected} />
        <SwitchField name="attach" label={t('form.attach')} description={t('form.attach_hint')} />
      </div>
    </Section>
  );
};

/** Checks the fields that depend on others again when those change. */
const Rechecks = ({ form: { control, trigger } }: { form: UseFormReturn<ScheduleValues> }): ReactNode => {
  const [frequency, toTag] = useWatch({ control, name: ['frequency', 'to_tag'] });
  useEffect(() => void trigger(['kinds', 'addresses']), [trigger, frequency, toTag]);
  return null;
};

/** The addresses that the server names in its error. */
const rejectedOf = (error: unknown): readonly string[] =>
  detailsOf(error, 'report_schedule.foreign_domain')?.addresses ?? [];

const fieldsByError = {
  'report_schedule.foreign_domain': 'addresses',
  'report_schedule.no_recipients': 'addresses',
  'report_schedule.no_kinds': 'kinds',
} as const;

/** When which reports are sent to whom. */
export const ScheduleForm = ({
  schedule,
  onDirty,
}: {
  schedule: ReportSchedule;
  /** Renders what depends on whether there are unsaved changes. */
  onDirty: (dirty: boolean) => ReactNode;
}): ReactNode => {
  const t = useT('report_schedules');
  const form = useForm<ScheduleValues>(scheduleValues(schedule));
  const [version, setVersion] = useState(schedule.version);
  const save = useWrite('report-schedules.save', { quiet: true });
  const accept = (stored: ReportSchedule): void => {
    setVersion(stored.version);
    form.reset(scheduleValues(stored));
  };
  const write = (values: ScheduleValues, base: number): void =>
    save.mutate(
      { ...values, version: base },
      {
        onSuccess: (stored) => {
          accept(stored);
          showToast({ kind: 'success', text: t('form.saved') });
        },
      },
    );
  const loadStored = async (): Promise<void> => {
    accept(await call('report-schedules.get', {}));
    await refresh('report-schedules');
  };
  const overwrite = async (): Promise<void> =>
    write(form.getValues(), (await call('report-schedules.get', {})).version);
  return (
    <>
      {onDirty(form.formState.isDirty)}
      <Form
        form={form}
        call="report-schedules.save"
        onSubmit={(values) => write(values, version)}
        className={css['stack']!}
      >
        <Rechecks form={form} />
        <When zone={schedule.time_zone} />
        <What />
        <Whom schedule={schedule} rejected={rejectedOf(save.error)} />
        <SaveError
          error={save.error}
          fields={fieldsByError}
          busy={save.isPending}
          onTheirs={() => {
            save.reset();
            void loadStored();
          }}
          onMine={() => void overwrite()}
        />
        <FormSaveBar busy={save.isPending} onDrop={save.reset} />
        <UnsavedGuard dirty={form.formState.isDirty} />
      </Form>
    </>
  );
};
