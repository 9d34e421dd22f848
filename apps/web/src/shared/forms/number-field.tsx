import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useField } from './form.tsx';
import { saying } from './rules.ts';

/** A whole number between two others, typed freely and checked. */
export const NumberField = ({
  name,
  min,
  max,
  wrong,
  ...rest
}: { name: string; min: number; max: number; wrong: string } & Omit<
  NumberInputProps,
  'name' | 'error' | 'required' | 'min' | 'max'
>): ReactNode => {
  const inside = saying<number | string>(
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
    wrong,
  );
  const { field, error } = useField<number | string>({ name, check: inside });
  return (
    <NumberInput
      {...rest}
      {...field}
      error={error}
      clampBehavior="none"
      allowNegative={false}
      allowDecimal={false}
      hideControls
      inputMode="numeric"
    />
  );
};
