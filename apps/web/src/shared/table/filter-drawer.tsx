import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import KitDrawer from '../ui/kit-drawer.tsx';

type Props = {
  form: ReactNode;
  active: boolean;
  total: number | undefined;
  people: boolean;
  onReset: () => void;
  onClose: () => void;
};

/** The filters of a list, in a separate chunk that is fetched when the drawer opens for the first time. */
export default function FilterDrawer({ form, active, total, people, onReset, onClose }: Props): ReactNode {
  const t = useT('commons');
  return (
    <KitDrawer opened onClose={onClose} title={t('filters.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      {form}
      <DialogFooter
        start={
          <Button variant="subtle" onClick={onReset} disabled={!active}>
            {t('filters.reset')}
          </Button>
        }
      >
        <Button onClick={onClose}>
          {total === undefined
            ? t('done')
            : t(people ? 'filters.show_people' : 'filters.show', { count: total, number: formatNumber(total) })}
        </Button>
      </DialogFooter>
    </KitDrawer>
  );
}
