import { ActionIcon } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { Select } from '../ui/select.tsx';
import css from './table.module.css';

export type SortOption = { readonly value: string; readonly label: string };
type Props = {
  state: { readonly sort: string; readonly order: 'asc' | 'desc'; readonly sortBy: (column: string) => void };
  options: readonly SortOption[];
  phoneOnly: boolean;
};

/** The choice of sort column and direction; on a phone it replaces the table header. */
export const SortChoice = ({ state, options, phoneOnly }: Props): ReactNode => {
  const t = useT('commons');
  const Mark = state.order === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <div className={css['sort-choice']} data-phone-only={phoneOnly || undefined}>
      <Select
        aria-label={t('table.sort')}
        placeholder={t('table.sort')}
        allowDeselect={false}
        value={state.sort}
        onChange={(key) => key !== null && key !== state.sort && state.sortBy(key)}
        data={[...options]}
        w={210}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(state.order === 'asc' ? 'table.ascending' : 'table.descending')}
        // A list may start in an order that no column has; this order cannot be reversed.
        disabled={!options.some((one) => one.value === state.sort)}
        onClick={() => state.sortBy(state.sort)}
      >
        <Mark size={18} stroke={1.7} />
      </ActionIcon>
    </div>
  );
};
