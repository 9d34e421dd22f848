import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import { USUAL_REMINDERS } from '@sergak/contract/learning/reminder.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Select } from '../../shared/ui/select.tsx';
import css from './admin.module.css';

const days = [1, 2, 3, 5, 7, 10, 14, 30];
const times = [1, 2, 3, 5, 10];
/** The offered numbers, with the stored one if it is another. */
const withStored = (offered: readonly number[], stored: number): number[] =>
  [...new Set([...offered, stored])].toSorted((a, b) => a - b);

type NumberProps = { label: string; value: number; offered: readonly number[]; say: (n: number) => string };
const NumberChoice = ({
  label,
  value,
  offered,
  say,
  onChange,
}: NumberProps & { onChange: (n: number) => void }): ReactNode => (
  <Select
    aria-label={label}
    w={240}
    value={String(value)}
    data={withStored(offered, value).map((n) => ({ value: String(n), label: say(n) }))}
    onChange={(next) => next !== null && onChange(Number(next))}
  />
);

type Props = { value: ReminderRules; onChange: (value: ReminderRules) => void };
/** When people who have not finished are reminded: before the deadline, on that day, and after it. */
export const ReminderFields = ({ value, onChange }: Props): ReactNode => {
  const t = useT('learning');
  const change = (patch: Partial<ReminderRules>): void => onChange({ ...value, ...patch });
  return (
    <div className={css['reminders']}>
      <div className={css['reminder']}>
        <Switch
          label={t('reminders.before')}
          checked={value.before_days !== null}
          onChange={(e) => change({ before_days: e.currentTarget.checked ? USUAL_REMINDERS.before_days : null })}
        />
        {value.before_days !== null && (
          <NumberChoice
            label={t('reminders.before_days')}
            value={value.before_days}
            offered={days}
            say={(count) => t('reminders.days', { count })}
            onChange={(before_days) => change({ before_days })}
          />
        )}
      </div>
      <Switch
        label={t('reminders.on')}
        checked={value.on_deadline}
        onChange={(e) => change({ on_deadline: e.currentTarget.checked })}
      />
      <div className={css['reminder']}>
        <Switch
          label={t('reminders.after')}
          checked={value.after_every !== null}
          onChange={(e) => change({ after_every: e.currentTarget.checked ? USUAL_REMINDERS.after_every : null })}
        />
        {value.after_every !== null && (
          <>
            <NumberChoice
              label={t('reminders.after_every')}
              value={value.after_every}
              offered={days}
              say={(count) => t('reminders.every', { count })}
              onChange={(after_every) => change({ after_every })}
            />
            <NumberChoice
              label={t('reminders.after_times')}
              value={value.after_times}
              offered={times}
              say={(count) => `${t('reminders.after_times').toLowerCase()} ${t('reminders.times', { count })}`}
              onChange={(after_times) => change({ after_times })}
            />
          </>
        )}
      </div>
    </div>
  );
};
