import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QUESTION_PARTS_MAX } from '@sergak/contract/library/questions.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { paused } from '../../../shared/ui/paused.ts';
import { moved, without } from './question-draft.ts';
import css from './questions.module.css';

type Props<T extends { readonly id: string }> = {
  label: string;
  rows: readonly T[];
  /** Rows below this number cannot be removed. */
  least: number;
  add: string;
  make: () => T;
  /** The name of a row for its buttons: «Ответ 2». */
  nameOf: (index: number) => string;
  error: string | undefined;
  onChange: (rows: readonly T[]) => void;
  children: (row: T, index: number, change: (next: T) => void) => ReactNode;
};

/** Rows that can be added, removed and moved: options, items, pairs or accepted answers. */
export const PartRows = <T extends { readonly id: string }>({
  label,
  rows,
  least,
  add,
  make,
  nameOf,
  error,
  onChange,
  children,
}: Props<T>): ReactNode => {
  const t = useT('library__questions');
  const arrow = (row: T, index: number, by: 1 | -1): ReactNode => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(by < 0 ? 'part.up' : 'part.down', { name: nameOf(index) })}
      {...paused(index + by < 0 || index + by >= rows.length, () => onChange(moved(rows, row.id, index + by)))}
    >
      {by < 0 ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
    </ActionIcon>
  );
  return (
    <fieldset className={css['parts']}>
      <legend>{label}</legend>
      <ul>
        {rows.map((row, index) => (
          <li key={row.id}>
            <div className={css['part']}>
              {children(row, index, (next) => onChange(rows.map((one) => (one.id === row.id ? next : one))))}
            </div>
            <div className={css['part-tools']}>
              {arrow(row, index, -1)}
              {arrow(row, index, 1)}
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                disabled={rows.length <= least}
                aria-label={t('part.remove', { name: nameOf(index) })}
                onClick={() => onChange(without(rows, row.id))}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p className={css['bad']} role="alert">
          {error}
        </p>
      )}
      {rows.length < QUESTION_PARTS_MAX && (
        <Button
          className={css['start']!}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...rows, make()])}
        >
          {add}
        </Button>
      )}
    </fieldset>
  );
};
