import { type SelectProps, Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { type FieldRules, useField } from './form.tsx';
import { Select } from '../ui/select.tsx';

// Apart from the other fields: a Select brings the kit's positioning code, which the sign-in page does not need.
/** Several lines of text, trimmed on blur. */
export const TextAreaField = ({
  name,
  check,
  required = false,
  values,
  ...rest
}: FieldRules & Omit<TextareaProps, 'name' | 'required' | 'error'>): ReactNode => {
  const { field, error, withAsterisk } = useField<string>({
    name,
    required,
    ...(check && { check }),
    ...(values && { values }),
  });
  const { setValue } = useFormContext();
  return (
    <Textarea
      autosize
      minRows={3}
      {...rest}
      {...field}
      value={field.value ?? ''}
      error={error}
      withAsterisk={withAsterisk}
      aria-required={required}
      onBlur={(e) => {
        const trimmed = e.currentTarget.value.trim();
        if (trimmed !== e.currentTarget.value) setValue(name, trimmed, { shouldValidate: true, shouldDirty: true });
        field.onBlur();
      }}
    />
  );
};
/** One of a list. */
export const SelectField = ({
  name,
  check,
  required = false,
  values,
  ...rest
}: FieldRules<string | null> & Omit<SelectProps, 'name' | 'required' | 'error'>): ReactNode => {
  const { field, error, withAsterisk } = useField<string | null>({
    name,
    required,
    ...(check && { check }),
    ...(values && { values }),
  });
  return (
    <Select
      {...rest}
      {...field}
      value={field.value ?? null}
      error={error}
      withAsterisk={withAsterisk}
      aria-required={required}
    />
  );
};
