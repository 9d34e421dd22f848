import { Checkbox } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { DAY_MINUTES, HOLIDAYS_MAX } from '@sergak/contract/organizations/organizations.rules.ts';
import { useField } from '../../shared/forms/form.tsx';
import { NeededForm, useNeededForm } from '../../shared/forms/needed-form.tsx';
import { formatDate, toIsoDay, weekdayNames } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { clock, halfHours } from './hours.ts';
import { Select } from '../../shared/ui/select.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './organization.module.css';

const Hours = (): ReactNode => {
  const t = useT('organizations');
  const { trigger } = useFormContext();
  const from = useField<number>({ name: 'work_from' });
  const start = useWatch({ name: 'work_from' }) as number;
  const to = useField<number>({
    name: 'work_to',
    check: (end, all) => (end > (all['work_from'] as number) ? undefined : t('form.hours_wrong')),
  });
  const options = (low: number, high: number, kept: number) =>
    halfHours(low, high, kept).map((one) => ({ value: String(one), label: clock(one) }));
  return (
    <div className={css['hours']}>
      <Select
        ref={from.field.ref}
        label={t('form.from')}
        comboboxProps={{ withinPortal: false }}
        value={String(from.field.value)}
        data={options(0, DAY_MINUTES - 30, start)}
        onBlur={from.field.onBlur}
        onChange={(next) => {
          from.field.onChange(Number(next));
          void trigger('work_to');
        }}
      />
      <Select
        ref={to.field.ref}
        label={t('form.to')}
        comboboxProps={{ withinPortal: false }}
        value={String(to.field.value)}
        data={options(30, DAY_MINUTES, to.field.value)}
        onBlur={to.field.onBlur}
        error={to.field.value > start ? undefined : t('form.hours_wrong')}
        onChange={(next) => to.field.onChange(Number(next))}
      />
    </div>
  );
};

const Days = (): ReactNode => {
  const t = useT('organizations');
  const { field, error } = useField<number[]>({ name: 'work_days', wrong: t('form.days_wrong') });
  return (
    <Checkbox.Group
      label={t('form.days')}
      error={error}
      value={field.value.map(String)}
      onChange={(next) => field.onChange(next.map(Number).sort((a, b) => a - b))}
    >
      <div className={css['days']}>
        {weekdayNames().map((name, i) => (
          <Checkbox key={i} value={String(i + 1)} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  );
};

const Holidays = (): ReactNode => {
  const t = useT('organizations');
  const { field } = useField<string[]>({ name: 'holidays' });
  const days = field.value as readonly string[];
  const [day, setDay] = useState<Date | null>(null);
  const needed = useNeededForm(day !== null);
  const add = (): void => {
    if (!needed.check() || day === null) return;
    field.onChange([...new Set([...days, toIsoDay(day)])].sort());
    setDay(null);
  };
  return (
    <fieldset className={css['holidays']}>
      <legend>{t('form.holidays')}</legend>
      {days.length === 0 ? (
        <p className="quiet">{t('form.holidays_none')}</p>
      ) : (
        <ul className={css['chips']}>
          {days.map((one) => (
            <li key={one}>
              {formatDate(one)}
              <button
                type="button"
                aria-label={t('form.holiday_remove', { day: formatDate(one) })}
                onClick={() => field.onChange(days.filter((other) => other !== one))}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <NeededForm form={needed} className={css['holiday-add']}>
        <DateTimePicker
          dayOnly
          clearable
          label={t('form.holiday_day')}
          value={day}
          error={needed.shown ? t('commons:blocked.day') : undefined}
          onChange={setDay}
        />
        <ActionButton
          variant="default"
          blocked={days.length >= HOLIDAYS_MAX && t('commons:blocked.holidays')}
          onClick={add}
        >
          {t('form.holiday_add')}
        </ActionButton>
      </NeededForm>
    </fieldset>
  );
};

/** When simulated phishing emails may be sent: hours, days of the week, days off. */
export const OrganizationSchedule = (): ReactNode => (
  <div className={css['schedule']}>
    <Hours />
    <Days />
    <Holidays />
  </div>
);
