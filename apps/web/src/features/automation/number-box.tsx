import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { numberTyped } from './choices.ts';

type Props = {
  value: number;
  clamp: (n: number) => number;
  onValue: (n: number) => void;
} & Omit<TextInputProps, 'value' | 'onChange'>;

/** An input for a whole number; text that is not a number keeps the old value. A number that is too large becomes the largest. */
export const NumberBox = ({ value, clamp, onValue, ...rest }: Props): ReactNode => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      onFocus={(e) => e.currentTarget.select()}
      onChange={(e) => {
        const next = numberTyped(e.currentTarget.value, value, clamp);
        // A value above the maximum is clamped at once; an empty or too small value is allowed while typing.
        setTyped(Number(e.currentTarget.value) > next ? String(next) : e.currentTarget.value);
        if (next !== value) onValue(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
};
