import { figures, type FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { readXlsx } from 'hucre';
import type { PdfSpec, ReportBlock, ReportBlockOf } from '../../src/modules/reports/pdf/report-blocks.ts';

/** A table of a PDF or a sheet of a workbook, with the figure of each cell. */
export type ReportTableView = {
  readonly name: string;
  readonly cells: readonly (readonly {
    readonly text: string;
    readonly value: unknown;
    readonly figure: FigureId | null;
  }[])[];
};
const isFigure = (id: string | null | undefined): id is FigureId => typeof id === 'string' && id in figures;

/** Blocks in the order of the document, also those within columns. */
export const flatBlocks = (blocks: readonly ReportBlock[]): ReportBlock[] =>
  blocks.flatMap((one) => (one.type === 'columns' ? one.columns.flatMap(flatBlocks) : [one]));

const viewOf = (name: string, table: ReportBlockOf<'table'>): ReportTableView => ({
  name,
  cells: table.rows.map((row, at) =>
    row.map((value, i) => {
      const column = table.columns[i]!.figure;
      const figure = column === 'row' ? (table.row_figures?.[at] ?? null) : isFigure(column) ? column : null;
      return { text: String(value ?? ''), value, figure };
    }),
  ),
});

/** The tables of a PDF under their headings. */
export const pdfTables = (spec: PdfSpec): ReportTableView[] => {
  let heading = '';
  return flatBlocks(spec.blocks).flatMap((block) => {
    if (block.type === 'heading') heading = block.text;
    return block.type === 'table' ? [viewOf(heading, block)] : [];
  });
};

const columnIndex = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The cells of a range such as `'Отделы'!$C$2:$C$9,'Отделы'!$F$3`, as row and column from 0. */
const cellsOf = (range: string): { row: number; column: number }[] =>
  [...range.matchAll(/!\$([A-Z]+)\$(\d+)(?::\$([A-Z]+)\$(\d+))?/g)].flatMap(([, from, first, , last]) =>
    Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, i) => ({
      row: Number(first) - 1 + i,
      column: columnIndex(from!),
    })),
  );

/** The sheets of a workbook; the names of cells tell their figures. */
export const xlsxTables = async (bytes: Uint8Array): Promise<ReportTableView[]> => {
  const { sheets, namedRanges } = await readXlsx(bytes);
  return sheets.map(({ name, rows }) => {
    const found = new Map<string, FigureId>();
    for (const named of namedRanges ?? []) {
      const id = named.name.replace(/^figure\./, '');
      if (named.scope !== name || !isFigure(id)) continue;
      for (const { row, column } of cellsOf(named.range)) found.set(`${row}:${column}`, id);
    }
    return {
      name,
      cells: rows.slice(1).map((row, at) =>
        row.map((value, i) => ({
          // A percentage is stored as a fraction.
          value,
          text: String(value ?? ''),
          figure: found.get(`${at + 1}:${i}`) ?? null,
        })),
      ),
    };
  });
};

const NUMBER = /^[+−-]?\d[\d\s\u00a0\u202f]*([.,]\d+)?( ?%)?( \(.*\))?$/;

/** Whether a text is one number, perhaps with its share. */
export const isNumber = (text: string): boolean => NUMBER.test(text.trim());

/** The number of a text in Russian notation; null if the text is not a number. */
export const numberIn = (text: string): { value: number; share: boolean } | null => {
  if (!isNumber(text)) return null;
  const [head] = text.trim().split(' (');
  const value = Number(
    head!
      .replace(/[\s\u00a0\u202f%]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  );
  return { value, share: head!.includes('%') };
};
