import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import { lazyWindow } from '../ui/lazy.tsx';
import type { Chip } from './active-filters.tsx';
import css from './table.module.css';

const loadFilters = () => import('./filter-drawer.tsx');
const FilterDrawer = lazyWindow(loadFilters);

/** The form of a drawer, and what is active in it. */
export type Filters = { readonly form: ReactNode; readonly chips: readonly Chip[]; readonly onReset: () => void };
type Props = {
  filters: Filters;
  /** What the list holds under these filters; undefined while it loads. */
  total: number | undefined;
  people?: boolean;
  /** The list is there, so there is time to fetch the drawer in advance. */
  ready: boolean;
};

/** Opens the filters of a list in a drawer, and counts those that are active. */
export const FilterButton = ({ filters, total, people = false, ready }: Props): ReactNode => {
  const t = useT('commons');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // If this fetch fails, the drawer repeats it when it opens.
    if (ready) loadFilters().catch(() => null);
  }, [ready]);
  return (
    <>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} />} onClick={() => setOpen(true)}>
        {t('filters.title')}
        {filters.chips.length > 0 && <span className={css['badge']}>{filters.chips.length}</span>}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FilterDrawer
            form={filters.form}
            active={filters.chips.length > 0}
            total={total}
            people={people}
            onReset={filters.onReset}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};
