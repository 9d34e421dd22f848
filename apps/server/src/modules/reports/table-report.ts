import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import { dayText, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { findReportOrganization } from './campaign.query.ts';
import { frameOf, reportLocale, type ReportLocale } from './frame.ts';
import type { ColumnFigure, Fact, PdfSpec, ReportBlock, ReportTable } from './pdf/report-blocks.ts';
import type { ReportTask } from './reports.repo.ts';

/** Rows of one table in a PDF, about a hundred pages. The workbook has all of them. */
const PDF_ROWS = 3_000;

/** A column of both formats. Days and times are stored as ISO texts. */
export type Column = {
  readonly title: string;
  readonly width: number;
  /** Left out of the PDF, where it would leave too little room for the others. */
  readonly only?: 'xlsx';
} & (
  | { readonly type?: 'day' | 'datetime'; readonly figure?: ColumnFigure }
  | { readonly type: 'number' | 'percent'; readonly figure: ColumnFigure }
);
/** Columns that tell people apart in a workbook; their cells come last in a row. */
export const identity = ({ t }: ReportLocale, { position }: { readonly position: boolean }): Column[] => [
  { title: t('employees:field.email'), width: 28, only: 'xlsx' },
  ...(position ? [{ title: t('employees:field.position'), width: 24, only: 'xlsx' as const }] : []),
];
type Row = readonly unknown[];
export type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Read once, while the file is written. */
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
  /** The figure of each row, for columns whose figure is `row`. */
  readonly row_figures?: readonly FigureId[];
  /** Explains the figures below the table of a PDF. */
  readonly note?: string;
};
/** The content of a report, from which both formats are made. */
type TableReport = {
  readonly subtitle?: string;
  readonly facts: readonly Fact[];
  /** Figures and charts before the tables; the workbook has none of them. */
  readonly summary: readonly ReportBlock[];
  readonly tables: readonly Table[];
};
export type ReadTableReport = (tx: Tx, report: ReportTask, locale: ReportLocale) => Promise<TableReport | null>;

const cellOf = (locale: ReportLocale, value: unknown, type: Column['type']): string | number | null => {
  if (value === null || value === undefined) return null;
  if (type === 'day') return dayText(String(value));
  if (type === 'datetime') return locale.time(String(value));
  if (type === 'percent') return locale.percent(Number(value));
  return typeof value === 'number' ? value : String(value);
};
/** The first rows, and whether there are more. */
const firstRows = async (rows: Table['rows']): Promise<{ rows: Row[]; more: boolean }> => {
  const first: Row[] = [];
  for await (const row of rows) {
    if (first.length === PDF_ROWS) return { rows: first, more: true };
    first.push(row);
  }
  return { rows: first, more: false };
};

const pdfColumn = ({ title, width, type, figure }: Column): ReportTable['columns'][number] =>
  type === 'number' || type === 'percent'
    ? { title, width, type, figure: figure! }
    : { title, width, ...(figure === undefined ? {} : { figure }) };

const blocksOf = async (locale: ReportLocale, table: Table): Promise<ReportBlock[]> => {
  const { rows, more } = await firstRows(table.rows);
  const columns = table.columns.flatMap((column, at) => (column.only === 'xlsx' ? [] : [{ ...column, at }]));
  const notes = [
    ...(more ? [locale.t('more_rows', { number: locale.number(PDF_ROWS) })] : []),
    ...(table.note === undefined ? [] : [table.note]),
  ];
  return [
    { type: 'heading', level: 1, text: table.name },
    {
      type: 'table',
      columns: columns.map(pdfColumn),
      rows: rows.map((row) => columns.map(({ at, type }) => cellOf(locale, row[at], type))),
      ...(table.row_figures === undefined ? {} : { row_figures: table.row_figures }),
    },
    ...notes.map((text) => ({ type: 'text' as const, tone: 'muted' as const, text })),
  ];
};

/** The PDF of a report: a cover with its facts, the summary, and the tables. */
export const tablePdf =
  (read: ReadTableReport) =>
  async (tx: Tx, report: ReportTask): Promise<PdfSpec | null> => {
    const locale = reportLocale(report.params.language, report.params.time_zone);
    const tableData = await read(tx, report, locale);
    if (!tableData) return null;
    const { t } = locale;
    const organization = await findReportOrganization(tx);
    const blocks: ReportBlock[] = [];
    for (const table of tableData.tables) blocks.push(...(await blocksOf(locale, table)));
    const cover = {
      title: report.title,
      subtitle: tableData.subtitle ?? t('learning.subtitle'),
      organization: organization.title,
      facts: [
        ...tableData.facts,
        { label: t('reports:column.author'), value: report.params.asked_by },
        { label: t('cover.made'), value: locale.time(iso(now())) },
      ],
    };
    return frameOf(locale, { title: report.title, organization, cover }, [...tableData.summary, ...blocks]);
  };

/** The workbook of a report: a sheet for each table, and its facts. Returns false if the subject no longer exists. */
export const tableXlsx =
  (read: ReadTableReport) =>
  async (tx: Tx, report: ReportTask, path: string): Promise<boolean> => {
    const locale = reportLocale(report.params.language, report.params.time_zone);
    const tableData = await read(tx, report, locale);
    if (!tableData) return false;
    const { t } = locale;
    const notes = tableData.tables.flatMap(({ name, note }) =>
      note === undefined ? [] : [{ label: name, value: note }],
    );
    const facts: Fact[] = [...tableData.facts, { label: t('cover.made'), value: locale.time(iso(now())) }, ...notes];
    const sheets = [
      ...tableData.tables.map(({ name, columns, rows, row_figures }) => ({
        name,
        columns: columns.map(sheetColumn),
        rows: linesOf(rows, report.signal),
        ...(row_figures === undefined ? {} : { rowNames: row_figures.map(figureName) }),
      })),
      {
        name: t('sheets.summary'),
        columns: [
          { title: t('commons:chart.label'), width: 34 },
          { title: t('commons:chart.value'), width: 44, name: 'row' },
        ],
        rows: facts.map(({ label, value }) => [label, value]),
        rowNames: facts.map(({ figure }) => (figure === undefined ? null : figureName(figure))),
      },
    ];
    await writeWorkbook(path, sheets, report.params.time_zone);
    return true;
  };

/** The hidden name in a workbook of the cells that show a figure. */
export const figureName = (figure: FigureId): string => `figure.${figure}`;
/** How a column of a workbook names its cells. */
export const namedBy = (figure: ColumnFigure): Pick<TableColumn, 'name'> =>
  figure === 'order' ? {} : { name: figure === 'row' ? 'row' : figureName(figure) };

const sheetColumn = ({ title, width, type, figure }: Column): TableColumn => ({
  title,
  width,
  ...(figure === undefined ? {} : namedBy(figure)),
  ...(type === undefined ? {} : { type: type === 'day' ? 'date' : type }),
});
async function* linesOf(rows: Table['rows'], signal?: AbortSignal): AsyncGenerator<Row> {
  for await (const row of rows) {
    signal?.throwIfAborted();
    yield row;
  }
}

/** Applies a function to each value while it is read. */
export async function* mapped<T, R>(source: AsyncIterable<T>, change: (one: T) => R): AsyncGenerator<R> {
  for await (const one of source) yield change(one);
}
