import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { formatDate, formatNumber, toDate, toDay } from '../../shared/format.ts';
import { useField } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { saying } from '../../shared/forms/rules.ts';
import { NumberField } from '../../shared/forms/number-field.tsx';
import css from './organization.module.css';

type Bounds = { earliest: string; latest: string };

const Day = ({ name, label, earliest, latest }: { name: string; label: string } & Bounds): ReactNode => {
  const t = useT('organizations');
  const start = useWatch({ name: 'start_date' }) as string;
  const right = (value: string) => value >= earliest && value <= latest && (name === 'start_date' || value >= start);
  const { field, error } = useField<string>({ name, check: saying<string>(right, t('licence.day_wrong')) });
  return (
    <DateTimePicker
      dayOnly
      label={label}
      value={toDate(field.value)}
      min={toDate(earliest)}
      max={toDate(latest)}
      onChange={(day) => day !== null && field.onChange(toDay(day))}
      {...(error !== undefined && { error })}
    />
  );
};

/** How many people and until when: within what the parent has left. `least` are places that are taken already. */
export const LicenceFields = ({
  free,
  least = 0,
  earliest,
  latest,
}: { free: number; least?: number } & Bounds): ReactNode => {
  const t = useT('organizations');
  const range = { least: formatNumber(least), most: formatNumber(free) };
  return (
    <Section title={t('licence.form')} hint={t('licence.form_hint')}>
      <div className={css['fields']}>
        <NumberField
          name="users_limit"
          label={t('licence.limit')}
          description={least > 0 ? t('licence.limit_between', range) : t('licence.limit_hint', range)}
          min={least}
          max={free}
          wrong={t('licence.limit_wrong', range)}
          grouped
          className={css['wide']!}
          maw={300}
        />
        <Day name="start_date" label={t('licence.start')} earliest={earliest} latest={latest} />
        <Day name="end_date" label={t('licence.end')} earliest={earliest} latest={latest} />
        <p className={css['note']}>{t('licence.days', { from: formatDate(earliest), to: formatDate(latest) })}</p>
      </div>
    </Section>
  );
};
