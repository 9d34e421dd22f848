import { strayWords } from '@sergak/contract/email-address.rules.ts';
import { Chip } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { importWarnings } from '@sergak/contract/employees/employees.limits.ts';
import type {
  ImportReason,
  ImportRow,
  ImportSummary,
  ImportVerdict,
} from '@sergak/contract/employees/imports.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { Pagination } from '../../shared/table/pagination.tsx';
import type { Column } from '../../shared/table/table-row.tsx';
import { POSITION_WIDTH } from '../../shared/table/widths.ts';
import { Email } from '../../shared/ui/email.tsx';
import css from './employees.module.css';

const SIZE = 6;
const warnings: ReadonlySet<string> = new Set(importWarnings);

const Reasons = ({ row }: { row: ImportRow }): ReactNode => {
  const t = useT('employees__import');
  return (
    <span>
      {row.reasons
        .map(({ code, line }) => t(`reason.${code}`, { line: line ?? '', ...strayWords(t, row.email) }))
        .join('; ')}
    </span>
  );
};
const Cells = ({ row }: { row: ImportRow }): ReactNode => {
  const t = useT('employees__import');
  return (
    <span className={css['cells']}>
      {row.raw.map((cell, i) => (
        <span key={i}>{cell === '' ? <i>{t('cell_empty')}</i> : cell}</span>
      ))}
    </span>
  );
};
/** The new value, with the current value struck through if it differs. */
const Changed = ({ row, field }: { row: ImportRow; field: 'position' | 'department' | 'role' }): ReactNode => {
  const t = useT('employees__import');
  const word = (value: string): string => (field === 'role' && value !== '' ? t(`role.${value as 'employee'}`) : value);
  const old = row.before[field];
  return (
    <>
      {old !== undefined && old !== '' && (
        <>
          <del className={css['old']}>{word(old)}</del>{' '}
        </>
      )}
      {word(row[field]) || '—'}
    </>
  );
};
const nameOf = (row: { last_name: string; first_name: string; middle_name: string }): string =>
  [row.last_name, row.first_name, row.middle_name].filter(Boolean).join(' ');
const Person = ({ row }: { row: ImportRow }): ReactNode => {
  const old = nameOf({
    last_name: row.before['last_name'] ?? row.last_name,
    first_name: row.before['first_name'] ?? row.first_name,
    middle_name: row.before['middle_name'] ?? row.middle_name,
  });
  const name = nameOf(row);
  return (
    <span className={css['who']}>
      <span className={css['name']}>
        {old !== name && (row.verdict === 'changed' || row.verdict === 'returned') && (
          <>
            <del className={css['old']}>{old}</del>{' '}
          </>
        )}
        {name || row.email}
      </span>
      {name !== '' && (
        <small className={css['quiet']}>
          {row.before['email'] !== undefined && (
            <>
              <del className={css['old']}>{row.before['email']}</del>{' '}
            </>
          )}
          <Email value={row.email} />
        </small>
      )}
    </span>
  );
};

const useRowColumns = (verdict: ImportVerdict): readonly Column<ImportRow>[] => {
  const t = useT('employees__import');
  return useMemo((): Column<ImportRow>[] => {
    const line: Column<ImportRow> = {
      id: 'line',
      title: t('line'),
      width: 80,
      phone: 'side',
      always: true,
      cell: (row) => formatNumber(row.line),
    };
    if (verdict === 'rejected') {
      return [
        line,
        {
          id: 'reason',
          title: t('reasons'),
          width: 220,
          grow: 1,
          wrap: true,
          phone: 'title',
          always: true,
          cell: (row) => <Reasons row={row} />,
        },
        { id: 'cells', title: t('cells'), always: true, wrap: true, grow: 2, cell: (row) => <Cells row={row} /> },
      ];
    }
    return [
      line,
      { id: 'name', title: t('person'), phone: 'title', always: true, wrap: true, cell: (row) => <Person row={row} /> },
      {
        id: 'position',
        title: t('field.position'),
        width: POSITION_WIDTH,
        grow: 1,
        always: true,
        wrap: true,
        cell: (row) => <Changed row={row} field="position" />,
      },
      {
        id: 'department',
        title: t('field.department'),
        always: true,
        wrap: true,
        cell: (row) => <Changed row={row} field="department" />,
      },
      {
        id: 'role',
        title: t('field.role'),
        always: true,
        wrap: true,
        cell: (row) => <Changed row={row} field="role" />,
      },
      ...(verdict === 'added'
        ? [
            {
              id: 'note',
              title: t('note'),
              always: true as const,
              wrap: true as const,
              cell: (row: ImportRow) => <Reasons row={row} />,
            },
          ]
        : []),
    ];
  }, [t, verdict]);
};

/** The lines of one verdict, a page at a time; rejected lines can be filtered by reason. */
export const ImportRows = ({
  id,
  verdict,
  summary,
}: {
  id: string;
  verdict: ImportVerdict;
  summary: ImportSummary;
}): ReactNode => {
  const t = useT('employees__import');
  const [page, setPage] = useState(0);
  const [reason, setReason] = useState('');
  const rows = useRead('imports.rows', {
    id,
    verdict,
    limit: SIZE,
    offset: page * SIZE,
    ...(reason === '' ? {} : { reasons: [reason as ImportReason] }),
  });
  const columns = useRowColumns(verdict);
  const found = Object.entries(summary.reasons).filter(([code]) => !warnings.has(code)) as [
    Exclude<ImportReason, (typeof importWarnings)[number]>,
    number,
  ][];
  return (
    <div>
      {verdict === 'rejected' && found.length > 1 && (
        <Chip.Group
          value={reason}
          onChange={(value) => {
            setReason(value);
            setPage(0);
          }}
        >
          <div className={css['reasons']} role="group" aria-label={t('reasons')} style={{ marginBottom: 12 }}>
            <Chip value="" size="sm">
              {t('commons:all')}
            </Chip>
            {found.map(([code, n]) => (
              <Chip key={code} value={code} size="sm">{`${t(`reason_short.${code}`)}: ${formatNumber(n)}`}</Chip>
            ))}
          </div>
        </Chip.Group>
      )}
      <DataTable
        name={`import-${verdict}`}
        label={t(`verdict.${verdict}`)}
        columns={columns}
        rows={rows.data?.data}
        total={rows.data?.total_count}
        query={rows}
        rowId={(row) => String(row.line)}
        empty={{ title: t(`none.${verdict}`) }}
      />
      <Pagination page={page} total={rows.data?.total_count ?? 0} size={SIZE} onPage={setPage} />
    </div>
  );
};
