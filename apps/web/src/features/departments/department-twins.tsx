import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PATH_SEPARATOR } from '@sergak/contract/departments/departments.rules.ts';
import type { DepartmentTwins as Twins } from '@sergak/contract/departments/departments.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './departments.module.css';

/** Departments whose titles differ in spelling only, each pair with a button that merges it. Nothing if there are none. */
export const DepartmentTwins = (): ReactNode => {
  const t = useT('departments');
  const { data } = useRead('departments.twins', {}, { quiet: true });
  const [chosen, setChosen] = useState<Twins | null>(null);
  const merge = useWrite('departments.merge', { tip: 'tips:department.update' });
  const pairs = data?.data ?? [];
  const values = ({ keep, twin }: Twins) => ({ keep: keep.title, twin: twin.title });
  return (
    <>
      {pairs.length > 0 && (
        <Notice icon={IconCopy} title={t('twins.title')}>
          <ul className={css['twins']}>
            {pairs.map((pair) => (
              <li key={pair.twin.id}>
                <span>
                  {pair.path.length > 0 && `${pair.path.join(PATH_SEPARATOR)}: `}
                  {t('twins.pair', values(pair))}
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('twins.merge_named', values(pair))}
                  onClick={() => setChosen(pair)}
                >
                  {t('twins.merge')}
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {chosen !== null && (
        <ConfirmDialog
          opened
          final
          danger={false}
          title={t('twins.question', values(chosen))}
          action={t('twins.action')}
          busy={merge.isPending}
          onClose={() => setChosen(null)}
          onConfirm={() =>
            merge.mutate({ id: chosen.keep.id, twin_id: chosen.twin.id }, { onSettled: () => setChosen(null) })
          }
        >
          {t('twins.people', {
            ...values(chosen),
            count: chosen.twin.users_count,
            number: formatNumber(chosen.twin.users_count),
          })}{' '}
          {t('twins.history', values(chosen))}
        </ConfirmDialog>
      )}
    </>
  );
};
