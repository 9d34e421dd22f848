import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { splitFullName } from '@sergak/contract/employees/names.rules.ts';
import type { NameOrder, StaffTable } from '@sergak/contract/employees/imports.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Select } from '../../shared/ui/select.tsx';
import css from './employees.module.css';

/** The sheet and the line of the headings that are chosen. */
export type TablePlace = { sheet: string; header: number };

/** Whether another table is chosen than the one that was read. */
export const isMoved = ({ sheet, header }: TablePlace, columns: StaffTable): boolean =>
  sheet !== columns.sheet || header !== columns.header_line;

const LABEL_MAX = 90;
const textOf = (cells: readonly string[]): string => {
  const text = cells.filter((cell) => cell.trim() !== '').join(', ');
  return text.length > LABEL_MAX ? `${text.slice(0, LABEL_MAX)}…` : text;
};

type Props = { columns: StaffTable; place: TablePlace; onPlace: (place: TablePlace) => void };

/** Chooses the sheet, with its first rows, and the line of the headings. */
export const ImportTable = ({ columns, place, onPlace }: Props): ReactNode => {
  const t = useT('employees__import');
  const { sheets, head } = columns;
  const other = place.sheet === columns.sheet ? undefined : sheets.find(({ name }) => name === place.sheet);
  const lines = [
    ...head.map(({ line, cells }) => ({
      value: String(line),
      label: t('table.header_line', { line: formatNumber(line), text: textOf(cells) }),
    })),
    { value: '0', label: t('table.header_none') },
  ];
  return (
    <>
      <div className={css['pair']}>
        {sheets.length > 1 && (
          <Select
            label={t('table.sheet')}
            data={sheets.map(({ name, hidden }) => ({
              value: name,
              label: hidden ? t('table.sheet_hidden', { name }) : name,
            }))}
            value={place.sheet}
            allowDeselect={false}
            onChange={(sheet) => onPlace({ sheet: sheet!, header: columns.header_line })}
          />
        )}
        {other === undefined && head.length > 0 && (
          <Select
            label={t('table.header')}
            data={lines}
            value={String(place.header)}
            allowDeselect={false}
            onChange={(line) => onPlace({ ...place, header: Number(line) })}
          />
        )}
      </div>
      {other !== undefined && <FirstRows name={other.name} rows={other.rows} />}
    </>
  );
};

const FirstRows = ({ name, rows }: { name: string; rows: readonly (readonly string[])[] }): ReactNode => {
  const t = useT('employees__import');
  if (rows.length === 0) return <p className={css['quiet']}>{t('table.sheet_empty')}</p>;
  const label = t('table.rows', { name });
  return (
    <div className={css['first-rows']} tabIndex={0} role="region" aria-label={label}>
      <table aria-label={label}>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const EXAMPLES = 3;
type OrderProps = { names: readonly string[]; order: NameOrder; onOrder: (order: NameOrder) => void };

/** Chooses which name comes first in full names, and shows how the first people would be read. */
export const NameOrderChoice = ({ names, order, onOrder }: OrderProps): ReactNode => {
  const t = useT('employees__import');
  const examples = [...new Set(names.filter((name) => name.trim() !== ''))].slice(0, EXAMPLES);
  return (
    <div className={css['steps']}>
      <Radio.Group
        label={t('table.order')}
        description={t('table.order_hint')}
        value={order}
        onChange={(value) => onOrder(value as NameOrder)}
      >
        <div className={css['modes']}>
          <Radio value="last_first" label={t('table.last_first')} />
          <Radio value="first_last" label={t('table.first_last')} />
        </div>
      </Radio.Group>
      <ul className={css['quiet']} aria-live="polite">
        {examples.map((text) => {
          const { last_name, first_name } = splitFullName(text, order);
          return (
            <li key={text}>{t('table.order_example', { text, last: last_name || '—', first: first_name || '—' })}</li>
          );
        })}
      </ul>
    </div>
  );
};

/** What was read, where it is not the whole file: the sheet, the headings, the lines above, and names that were made. */
export const tableNotes = (columns: StaffTable, t: ReturnType<typeof useT<'employees__import'>>): string[] => [
  ...(columns.sheets.length > 1 ? [t('table.read_sheet', { name: columns.sheet })] : []),
  ...(columns.header_line === 0 ? [t('table.no_header')] : []),
  ...(columns.header_line > 0 && columns.above.length > 0
    ? [t('table.header_at', { line: formatNumber(columns.header_line) })]
    : []),
  ...(columns.above.length > 0 ? [t('table.above', { text: columns.above.join('; ') })] : []),
  ...(columns.map.full_name === undefined ? [] : [t(`table.order_read.${columns.name_order}`)]),
];
