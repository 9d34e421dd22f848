import { IconChartBar, IconDots, IconFileTypeCsv, IconPhoto, IconTable } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import { ActionMenu } from '../ui/dropdown.tsx';
import { EmptyState } from '../ui/states.tsx';
import css from './charts.module.css';
import { type ChartTable, type LegendItem, saveCsv, savePng } from './save.ts';

export type { ChartTable } from './save.ts';
type Props = {
  title: string;
  hint?: ReactNode;
  /** The numbers of the chart as a table: shown on demand, read by screen readers, downloaded as CSV. */
  table: ChartTable;
  /** Draws the picture for the download if the chart on the screen is not a single drawing. */
  picture?: (width: number) => ReactNode;
  /** What the colours of the drawing mean, for the download; a `picture` says so itself. */
  legend?: readonly LegendItem[] | undefined;
  empty?: boolean;
  /** What chooses the data of the chart, beside its title. */
  control?: ReactNode;
  /** One action, e.g. a link to the people behind the numbers. */
  action?: ReactNode;
  children: ReactNode;
};

const Rows = ({ table, hidden, title }: { table: ChartTable; hidden: boolean; title: string }): ReactNode => (
  <div
    {...(hidden
      ? { className: 'sr-only' }
      : { className: css['table'], tabIndex: 0, role: 'group', 'aria-label': title })}
  >
    <table>
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {table.head.map((name, i) => (
            <th key={i} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, i) => (
          <tr key={i} data-figure={'rows' in table.figures ? table.figures.rows[i] : undefined}>
            {row.map((cell, k) =>
              k === 0 ? (
                <th key={k} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={k} data-figure={'columns' in table.figures ? table.figures.columns[k - 1] : undefined}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** The card around a chart: title, table view, downloads, and the text for a chart without data. */
export const ChartCard = ({
  title,
  hint,
  table,
  picture,
  legend,
  empty = false,
  control,
  action,
  children,
}: Props): ReactNode => {
  const t = useT('commons');
  const [asTable, setAsTable] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!drawing) return;
    void savePng(sheet.current!.querySelector('svg'), title).finally(() => setDrawing(false));
  }, [drawing, title]);
  const png = (): void =>
    picture === undefined ? void savePng(body.current!.querySelector('svg'), title, legend) : setDrawing(true);
  const none = empty || table.rows.length === 0;
  return (
    <figure className={css['card']} aria-label={title}>
      <figcaption className={css['head']}>
        <div>
          <h2>{title}</h2>
          {hint !== undefined && <p>{hint}</p>}
        </div>
        {control !== undefined && <div className={css['control']}>{control}</div>}
        {!none && (
          <ActionMenu
            label={`${t('chart.more')}: ${title}`}
            lines={[
              {
                key: 'view',
                label: t(asTable ? 'chart.chart' : 'chart.table'),
                icon: asTable ? IconChartBar : IconTable,
                run: () => setAsTable(!asTable),
              },
              ...(asTable ? [] : [{ key: 'png', label: t('chart.png'), icon: IconPhoto, run: png }]),
              { key: 'csv', label: t('chart.csv'), icon: IconFileTypeCsv, run: () => saveCsv(table, title) },
            ]}
          >
            <IconDots size={18} aria-hidden />
          </ActionMenu>
        )}
      </figcaption>
      {none ? (
        <EmptyState icon={IconChartBar} title={t('chart.empty')} />
      ) : (
        <>
          {!asTable && <div ref={body}>{children}</div>}
          {drawing && (
            <div ref={sheet} className="sr-only" aria-hidden>
              {picture!(720)}
            </div>
          )}
          <Rows table={table} hidden={!asTable} title={title} />
        </>
      )}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </figure>
  );
};
