import { NumberInput, type NumberInputProps, Switch, type SwitchProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldRules, useField } from '../../shared/forms/form.tsx';

/** A check whose sentence is in the texts of the screen itself. */
export const saying =
  <V,>(right: (value: V) => boolean, sentence: string) =>
  (value: V) =>
    right(value) ? undefined : (sentence as never);

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

/** On or off. */
export const SwitchField = ({
  name,
  ...rest
}: Pick<FieldRules, 'name'> & Omit<SwitchProps, 'name' | 'checked'>): ReactNode => {
  const { field } = useField<boolean>({ name });
  return (
    <Switch
      {...rest}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      checked={field.value === true}
      onChange={(e) => field.onChange(e.currentTarget.checked)}
    />
  );
};
