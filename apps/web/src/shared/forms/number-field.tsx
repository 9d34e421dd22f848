import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../format.ts';
import { type FieldRules, useField } from './form.tsx';

type Props = Pick<FieldRules<number | string>, 'name' | 'path' | 'sent'> & {
  /** Limits that depend on other data. Those of the contract come from the schema. */
  min?: number;
  max?: number;
  /** Shows thousands separators unless the person is typing: for amounts, not for ports. */
  grouped?: boolean;
  /** An emptied field is null, and valid: it means that there is no limit. */
  nullable?: boolean;
} & Omit<TextInputProps, keyof FieldRules | 'error' | 'min' | 'max'>;
/** An integer within its limits, typed freely and validated; any other text stays as typed. */
export const NumberField = ({
  name,
  path,
  sent,
  min,
  max,
  grouped = false,
  nullable = false,
  ...rest
}: Props): ReactNode => {
  const { field, error } = useField<number | string>({ name, path, sent, bounds: { min, max }, nullable });
  const onType = (typed: string): void => {
    const digits = typed.replace(/[\s\u00a0]/g, '');
    if (nullable && digits === '') field.onChange(null);
    else field.onChange(/^\d{1,15}$/.test(digits) ? Number(digits) : typed);
  };
  const [typing, setTyping] = useState(false);
  const shown = String(field.value ?? '');
  return (
    <TextInput
      {...rest}
      {...field}
      value={grouped && !typing && typeof field.value === 'number' ? formatNumber(field.value) : shown}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      onBlur={() => {
        setTyping(false);
        field.onBlur();
      }}
      // Not on focus: the text would change under the selection of a person who replaces it.
      onChange={(e) => {
        setTyping(true);
        onType(e.currentTarget.value);
      }}
    />
  );
};
