import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconColumns3, IconFileTypeCsv } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { saveCsv } from '../charts/save.ts';
import { useT } from '../i18n/use-t.ts';
import { Dropdown } from '../ui/dropdown.tsx';
import { paused } from '../ui/paused.ts';
import css from './table.module.css';
import { type ColumnPicks, isFixed } from './use-columns.ts';

const textOf = (cell: HTMLElement): string => cell.innerText.replace(/\s*\n\s*/g, ', ').trim();

/** The rows of the page as the table shows them, without the columns for ticks and actions. */
const tableShown = (card: HTMLElement) => {
  const cells = (row: HTMLElement) =>
    [...row.children].filter(
      (cell): cell is HTMLElement => !cell.hasAttribute('data-pin') && !cell.classList.contains(css['tick']!),
    );
  const rowsOf = (part: string) => [...card.querySelectorAll<HTMLElement>(`${part} > tr`)];
  return {
    head: rowsOf('thead').flatMap((row) => cells(row).map((cell) => cell.title || textOf(cell))),
    rows: rowsOf('tbody').map((row) => cells(row).map(textOf)),
  };
};

type Props = {
  table: ColumnPicks;
  card: RefObject<HTMLDivElement | null>;
  label: string;
};

/** Chooses the columns of a table and their order, and downloads the rows that it shows. */
export default function ColumnPicker({ table, card, label }: Props): ReactNode {
  const t = useT('commons');
  const moving = table.ordered.filter((one) => !isFixed(one));
  return (
    <div className={css['columns-button']}>
      <Dropdown
        label={t('table.columns')}
        className={css['icon-button']!}
        button={<IconColumns3 size={18} stroke={1.7} aria-hidden />}
      >
        <ul className={css['columns']}>
          {moving.map((one, at) => (
            <li key={one.id}>
              <Checkbox
                label={one.title}
                checked={table.isShown(one)}
                disabled={one.always === true}
                onChange={() => table.toggle(one.id)}
              />
              <button
                type="button"
                aria-label={t('table.earlier', { name: one.title })}
                {...paused(at === 0, () => table.move(one.id, -1))}
              >
                <IconChevronUp size={16} aria-hidden />
              </button>
              <button
                type="button"
                aria-label={t('table.later', { name: one.title })}
                {...paused(at === moving.length - 1, () => table.move(one.id, 1))}
              >
                <IconChevronDown size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
        <div className={css['columns-foot']}>
          {table.reset !== undefined && (
            <button type="button" className={css['reset']} onClick={table.reset}>
              {t('table.usual_columns')}
            </button>
          )}
          <button
            type="button"
            className={css['reset']}
            onClick={() => card.current !== null && saveCsv(tableShown(card.current), label)}
          >
            <IconFileTypeCsv size={16} aria-hidden /> {t('table.download')}
          </button>
        </div>
      </Dropdown>
    </div>
  );
}
