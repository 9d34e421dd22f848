import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { PastImport } from '@sergak/contract/employees/imports.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { Pagination } from '../../shared/table/pagination.tsx';
import type { Column } from '../../shared/table/table-row.tsx';
import css from './employees.module.css';

const SIZE = 5;
const shown = ['added', 'returned', 'changed', 'left', 'rejected'] as const;

/** The result of an import: its numbers, or its state. */
const Outcome = ({ row }: { row: PastImport }): ReactNode => {
  const t = useT('employees__import');
  const { result } = row;
  if (row.status !== 'done' || result === null) return t(`past.status.${row.status}`);
  const numbers = shown.filter((name) => result[name] > 0);
  if (numbers.length === 0) return t('past.nothing');
  return numbers.map((name) => t(`past.number.${name}`, { number: formatNumber(result[name]) })).join(', ');
};

/** The latest imports: who uploaded which file, and the result. Hidden before the first import. */
export const PastImports = ({ onId }: { onId: (id: string) => void }): ReactNode => {
  const t = useT('employees__import');
  const [page, setPage] = useState(0);
  const list = useRead('imports.list', { limit: SIZE, offset: page * SIZE }, { staleTime: 0, quiet: true });
  const columns = useMemo(
    (): Column<PastImport>[] => [
      {
        id: 'file',
        title: t('past.file'),
        phone: 'title',
        always: true,
        cell: (row) => (
          <span className={css['who']}>
            <span className={css['name']}>{row.file_name}</span>
            <small className={css['quiet']}>
              {[formatDateTime(row.created_at), row.created_by].filter(Boolean).join(', ')}
            </small>
          </span>
        ),
      },
      {
        id: 'outcome',
        title: t('past.outcome'),
        always: true,
        wrap: true,
        phone: 'bare',
        cell: (row) => <Outcome row={row} />,
      },
      {
        id: 'actions',
        title: '',
        always: true,
        width: 140,
        align: 'end',
        cell: (row) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('past.open_named', { name: row.file_name })}
            onClick={() => onId(row.id)}
          >
            {t('past.open')}
          </Button>
        ),
      },
    ],
    [t, onId],
  );
  const total = list.data?.total_count ?? 0;
  if (total === 0) return null;
  return (
    <section aria-label={t('past.title')}>
      <h3>{t('past.title')}</h3>
      <DataTable
        name="imports"
        label={t('past.title')}
        columns={columns}
        rows={list.data?.data}
        total={total}
        query={list}
        rowId={(row) => row.id}
        empty={{ title: t('past.title') }}
      />
      <Pagination page={page} total={total} size={SIZE} onPage={setPage} />
    </section>
  );
};
