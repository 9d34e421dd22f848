import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LIFE_DAYS_MAX } from '@sergak/contract/tags/tags.rules.ts';
import { numberTyped } from './choices.ts';

type Props = {
  value: number;
  clamp: (n: number) => number;
  onValue: (n: number) => void;
} & Omit<TextInputProps, 'value' | 'onChange'>;

/** A whole number in at most three characters; what is no number leaves the value as it was. */
export const NumberBox = ({ value, clamp, onValue, ...rest }: Props): ReactNode => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={String(LIFE_DAYS_MAX).length}
      value={typed ?? String(value)}
      onFocus={(e) => e.currentTarget.select()}
      onChange={(e) => {
        const next = numberTyped(e.currentTarget.value, value, clamp);
        // Above the greatest it snaps at once; while it is still being typed it may be empty or too small.
        setTyped(Number(e.currentTarget.value) > next ? String(next) : e.currentTarget.value);
        if (next !== value) onValue(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
};
