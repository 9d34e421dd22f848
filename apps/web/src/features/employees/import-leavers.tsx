import { type ReactNode, useMemo, useState } from 'react';
import type { ImportLeaver } from '@sergak/contract/employees/imports.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { Pagination } from '../../shared/table/pagination.tsx';
import type { Column } from '../../shared/table/table-row.tsx';
import { POSITION_WIDTH } from '../../shared/table/widths.ts';
import { Email } from '../../shared/ui/email.tsx';
import css from './employees.module.css';

const SIZE = 6;

/** The people whom the import would remove, a page at a time. */
export const ImportLeavers = ({ id, onlyMarked }: { id: string; onlyMarked: boolean }): ReactNode => {
  const t = useT('employees__import');
  const [page, setPage] = useState(0);
  const leavers = useRead('imports.leavers', { id, only_marked: String(onlyMarked), limit: SIZE, offset: page * SIZE });
  const columns = useMemo(
    (): Column<ImportLeaver>[] => [
      {
        id: 'name',
        title: t('person'),
        phone: 'title',
        always: true,
        wrap: true,
        cell: (row) => (
          <span className={css['who']}>
            <span className={css['name']}>{row.full_name}</span>
            {row.full_name !== row.email && (
              <small className={css['quiet']}>
                <Email value={row.email} />
              </small>
            )}
          </span>
        ),
      },
      {
        id: 'position',
        title: t('field.position'),
        width: POSITION_WIDTH,
        grow: 1,
        always: true,
        cell: (row) => row.position || '—',
      },
      {
        id: 'department',
        title: t('field.department'),
        always: true,
        wrap: true,
        cell: (row) => row.department || '—',
      },
    ],
    [t],
  );
  return (
    <div>
      <DataTable
        name="import-leavers"
        label={t('leavers')}
        columns={columns}
        rows={leavers.data?.data}
        total={leavers.data?.total_count}
        query={leavers}
        rowId={(row) => row.id}
        empty={{ title: t('none.leavers') }}
      />
      <Pagination page={page} total={leavers.data?.total_count ?? 0} size={SIZE} onPage={setPage} />
    </div>
  );
};
