import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { DateField } from '../../shared/forms/date-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import css from './organization.module.css';

type Bounds = { earliest: string; latest: string };

const Day = ({ name, label, earliest, latest }: { name: string; label: string } & Bounds): ReactNode => {
  const t = useT('organizations');
  const start = useWatch({ name: 'start_date' }) as string;
  return (
    <DateField
      name={name}
      label={label}
      min={name === 'start_date' || start < earliest ? earliest : start}
      max={latest}
      wrong={t('licence.day_wrong')}
    />
  );
};

/** Seats and expiry date, limited by what the parent has left. `least`: number of seats already in use. */
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
