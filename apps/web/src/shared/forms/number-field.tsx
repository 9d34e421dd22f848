import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useField } from './form.tsx';
import { saying } from './rules.ts';

/** A whole number between two others, typed freely and checked; anything that is none stays as it was typed. */
export const NumberField = ({
  name,
  min,
  max,
  wrong,
  ...rest
}: { name: string; min: number; max: number; wrong: string } & Omit<
  TextInputProps,
  'name' | 'error' | 'required' | 'min' | 'max'
>): ReactNode => {
  const inside = saying<number | string>(
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
    wrong,
  );
  const { field, error } = useField<number | string>({ name, check: inside });
  const onType = (typed: string): void => {
    const digits = typed.replace(/[\s\u00a0]/g, '');
    field.onChange(/^\d{1,15}$/.test(digits) ? Number(digits) : typed);
  };
  return (
    <TextInput
      {...rest}
      {...field}
      value={String(field.value ?? '')}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      onChange={(e) => onType(e.currentTarget.value)}
    />
  );
};
