import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../format.ts';
import { useField } from './form.tsx';
import { checkWithMessage } from './rules.ts';

/** An integer between `min` and `max`, typed freely and validated; any other text stays as typed. */
export const NumberField = ({
  name,
  min,
  max,
  wrong,
  grouped = false,
  optional = false,
  nullable = false,
  ...rest
}: {
  name: string;
  min: number;
  max: number;
  wrong: string;
  /** Shows thousands separators unless the person is typing: for amounts, not for ports. */
  grouped?: boolean;
  /** An empty field (null) is valid, e.g. while a switch next to it is off. */
  optional?: boolean;
  /** An emptied field is null, and valid: it means that there is no limit. */
  nullable?: boolean;
} & Omit<TextInputProps, 'name' | 'error' | 'required' | 'min' | 'max'>): ReactNode => {
  const inside = checkWithMessage<number | string>(
    (value) =>
      ((optional || nullable) && value === null) ||
      (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max),
    wrong,
  );
  const { field, error } = useField<number | string>({ name, check: inside });
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
