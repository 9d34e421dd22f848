import { ActionIcon } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './departments.module.css';
import { Select } from '../../shared/ui/select.tsx';

const keys = ['NAME', 'EMPLOYEES', 'PROGRESS', 'RISK_LEVEL', 'PHISHING_INDICATOR', 'INCIDENT_RISK'] as const;
type Props = {
  state: { readonly sort: string; readonly order: 'asc' | 'desc'; readonly sortBy: (column: string) => void };
};

/** By what the departments are sorted, and which way; the same as in the head of the table, which a phone does not show. */
export const DepartmentSort = ({ state }: Props): ReactNode => {
  const t = useT('staff__departments');
  const Mark = state.order === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <div className={css['sort']}>
      <Select
        aria-label={t('sort.label')}
        allowDeselect={false}
        value={state.sort}
        onChange={(key) => key !== null && key !== state.sort && state.sortBy(key)}
        data={keys.map((value) => ({ value, label: t(`sort.${value}`) }))}
        w={210}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(state.order === 'asc' ? 'sort.ascending' : 'sort.descending')}
        onClick={() => state.sortBy(state.sort)}
      >
        <Mark size={18} stroke={1.7} />
      </ActionIcon>
    </div>
  );
};
