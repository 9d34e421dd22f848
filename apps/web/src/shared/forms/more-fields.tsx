import { type SelectProps, Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldRules, useField, useTextControl } from './form.tsx';
import { Select } from '../ui/select.tsx';

// Separate from the other fields: a Select loads the kit's positioning code, which the sign-in page does not need.
type TextAreaProps = FieldRules & Omit<TextareaProps, 'name' | 'required' | 'error'>;
/** A multi-line text field. */
export const TextAreaField = ({ name, check, required, values, ...rest }: TextAreaProps): ReactNode => (
  <Textarea
    autosize
    minRows={3}
    {...rest}
    {...useTextControl({
      name,
      ...(check && { check }),
      ...(required !== undefined && { required }),
      ...(values && { values }),
    })}
  />
);
/** A select of one item. `onChange` is called after the form has the new value. */
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
      onChange={(value, option) => {
        field.onChange(value);
        rest.onChange?.(value, option);
      }}
      value={field.value ?? null}
      error={error}
      withAsterisk={withAsterisk}
      aria-required={required}
    />
  );
};
