import { Switch, type SwitchProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldRules, useField } from './form.tsx';

/** A switch bound to the form. */
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
