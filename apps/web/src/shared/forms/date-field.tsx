import { type ReactNode, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { toDate, toIsoDay } from '../format.ts';
import { DateTimePicker } from '../ui/date-time-picker.tsx';
import { type FieldRules, useField } from './form.tsx';

type Props = Pick<FieldRules<string>, 'name' | 'required'> & {
  label: string;
  /** The first and the last allowed day, as YYYY-MM-DD. */
  min: string;
  max?: string;
  /** The error for a day outside these bounds. */
  wrong: string;
};
/** A field for a day, stored as YYYY-MM-DD. */
export const DateField = ({ name, label, min, max, wrong, required = false }: Props): ReactNode => {
  const check = (day: string) => (day >= min && (max === undefined || day <= max) ? undefined : wrong);
  const { field, error } = useField<string>({ name, check, wrong, eager: true });
  const { trigger } = useFormContext();
  // The bounds may depend on another field of the form.
  useEffect(() => void trigger(name), [trigger, name, min, max]);
  return (
    <DateTimePicker
      dayOnly
      label={label}
      required={required}
      value={toDate(field.value)}
      min={toDate(min)}
      max={max === undefined ? undefined : toDate(max)}
      error={error}
      onChange={(day) => day !== null && field.onChange(toIsoDay(day))}
    />
  );
};
