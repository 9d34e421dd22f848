import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SEARCH_MAX } from '@sergak/contract/text.rules.ts';
import { useT } from '../i18n/use-t.ts';
import { SEARCH_MS } from './list-state.ts';

type Props = { value: string; onChange: (value: string) => void; placeholder?: string; label?: string; delay?: number };

/** A search field that waits until typing pauses; Enter and clearing take effect at once. */
export const SearchBox = ({ value, onChange, placeholder, label, delay = SEARCH_MS }: Props): ReactNode => {
  const t = useT('commons');
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The address changed without typing (back button, reset).
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string): void => {
    clearTimeout(timer.current);
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    onChange(next.trim());
  };
  const type = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), delay);
  };
  return (
    <TextInput
      type="search"
      value={typed}
      aria-label={label ?? placeholder ?? t('search')}
      placeholder={placeholder ?? t('search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={SEARCH_MAX}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('search_clear')}
            onClick={() => {
              setTyped('');
              send('');
            }}
          />
        )
      }
      onChange={(e) => type(e.currentTarget.value)}
      onKeyDown={(e) => {
        if (e.key === 'Enter') send(typed);
      }}
    />
  );
};
