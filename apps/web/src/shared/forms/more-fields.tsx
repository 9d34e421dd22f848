import { type SelectProps, Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldRules, useField, useTextControl } from './form.tsx';
import { Select } from '../ui/select.tsx';

// Separate from the other fields: a Select loads the kit's positioning code, which the sign-in page does not need.
type TextAreaProps = Pick<FieldRules, 'name' | 'required' | 'wrong'> & Omit<TextareaProps, keyof FieldRules | 'error'>;
/** A multi-line text field. */
export const TextAreaField = ({ name, required, wrong, ...rest }: TextAreaProps): ReactNode => (
  <Textarea autosize minRows={3} {...rest} {...useTextControl({ name, required, wrong })} />
);
type SelectFieldProps = Pick<FieldRules<string | null>, 'name' | 'path' | 'required'> &
  Omit<SelectProps, keyof FieldRules | 'error'>;
/** A select of one item. `onChange` is called after the form has the new value. */
export const SelectField = ({ name, path, required, ...rest }: SelectFieldProps): ReactNode => {
  const { field, error, withAsterisk } = useField<string | null>({ name, path, required, choice: true });
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
      aria-required={withAsterisk}
    />
  );
};
