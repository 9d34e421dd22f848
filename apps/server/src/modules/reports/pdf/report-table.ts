import type { Content, TableCell } from 'pdfmake';
import type { ReportBlockOf, ReportTable } from './report-blocks.ts';
import { plain, type ReportStyle } from './report-style.ts';
import { rect, svg, textWidth } from './svg.ts';

const FONT = 8.5;
const PADDING = 5;
const MAX_CELL = 1500;
/** A row that may have more lines than this may break over pages; shorter rows are kept whole. */
const TALL = 40;

/** A table of at most so many lines moves to the next page as a whole; a longer one begins with a few rows. */
const SHORT_LINES = 24;
const FIRST_ROWS = 3;

/** A heading that repeats with the header; `anchor` marks its first page only. */
type Heading = { readonly title: Content; readonly anchor: string | undefined };

/**
 * A zebra table. The header and the heading above it repeat on each page, and no heading is left alone at the end of
 * a page.
 */
export const tableContent = (table: ReportTable, style: ReportStyle, heading?: Heading): Content => {
  const columns = table.columns;
  if (columns.length === 0) return [];
  const aligned = columns.map(({ type }) => (type === 'number' || type === 'percent' ? 'right' : 'left'));
  const texts = table.rows.map((row) => columns.map((_, i) => cellText(row[i], style)));
  const { widths, headFont } = withWholeWords(columns, columnWidths(table, texts, style.width), texts);
  const tall = texts.some((row) =>
    row.some((text, i) => textWidth(text, FONT) > widths[i]! * TALL * 0.8 || text.split('\n').length > TALL),
  );
  const span = (cell: TableCell): TableCell[] => [cell, ...columns.slice(1).map(() => ({}))];
  const titles = heading?.title ?? (table.title ? { text: plain(table.title), style: 'chartTitle' } : undefined);
  const rows = texts.map((row) => row.map((text, i): TableCell => ({ text, alignment: aligned[i]! })));
  if (texts.length === 0)
    rows.push(span({ text: style.noData, colSpan: columns.length, color: style.colors.soft, alignment: 'center' }));
  if (heading?.anchor !== undefined) rows[0]![0] = withAnchor(rows[0]![0]!, heading.anchor);
  const body: TableCell[][] = [
    ...(titles
      ? [span({ stack: [titles], colSpan: columns.length, margin: [-PADDING, 0, 0, 2], fillColor: '#ffffff' })]
      : []),
    columns.map(({ title }, i) => ({
      text: plain(title, 200),
      fontSize: headFont,
      bold: true,
      color: style.colors.soft,
      alignment: aligned[i]!,
      fillColor: style.colors.tint,
    })),
    ...rows,
  ];
  const heads = titles ? 2 : 1;
  return {
    fontSize: FONT,
    margin: [0, 4, 0, 14],
    table: {
      headerRows: heads,
      keepWithHeaderRows: tall ? 0 : rowsTogether(texts, widths),
      dontBreakRows: !tall,
      widths,
      body,
    },
    layout: {
      hLineWidth: (line, node) => (line === heads || line === node.table.body.length ? 0.8 : 0),
      vLineWidth: () => 0,
      hLineColor: () => style.colors.line,
      paddingLeft: () => PADDING,
      paddingRight: () => PADDING,
      paddingTop: () => 3.5,
      paddingBottom: () => 3.5,
      fillColor: (row) => (row >= heads && (row - heads) % 2 === 1 ? '#f6f8f7' : null),
    },
  };
};

/** Number of first rows that stay on the page of the header, by an estimate of their lines. */
const rowsTogether = (texts: readonly string[][], widths: readonly number[]): number => {
  const linesOf = (row: readonly string[]): number =>
    Math.max(
      ...row.map((text, i) => Math.ceil((textWidth(text, FONT) * 1.2) / widths[i]!) + text.split('\n').length - 1),
      1,
    );
  let lines = 0;
  for (const [i, row] of texts.entries()) {
    lines += linesOf(row);
    if (lines > SHORT_LINES) return Math.max(1, Math.min(i, FIRST_ROWS));
  }
  return Math.max(1, texts.length);
};

/** The first row is kept with the header and does not repeat, so its page is that of the heading. */
const withAnchor = (cell: TableCell, id: string): TableCell => {
  const { colSpan, ...inner } = cell as { colSpan?: number; text: string };
  return { ...(colSpan === undefined ? {} : { colSpan }), stack: [{ text: ' ', id, fontSize: 0.1 }, inner] };
};

const cellText = (value: string | number | null | undefined, style: ReportStyle) => {
  if (value === null || value === undefined) return '–';
  return typeof value === 'number' ? style.number(value) : plain(value, MAX_CELL);
};

/** Words up to this length are kept whole; longer ones (addresses, user agents) may break. */
const WHOLE_WORD = 20;

/**
 * Column widths in points, which always add up to the page width: by the given shares, else by the first rows.
 * Numbers and usual words are kept whole; the remaining width is divided by text length. The layout library alone
 * would let one long word push the table off the page.
 */
const columnWidths = ({ columns }: ReportTable, texts: string[][], width: number) => {
  const sample = texts.slice(0, 300);
  const room = width - columns.length * 2 * PADDING;
  const needs = columns.map(({ title, width: share, type }, i) => {
    if (share !== undefined) return { least: Math.max(share, 0.01) * room, more: 0 };
    const cells = sample.map((row) => row[i]!);
    const whole = type === 'number' || type === 'percent';
    const words = (whole ? cells : cells.flatMap((text) => text.slice(0, 200).split(/[\s-]+/))).map(
      (word) => word.length,
    );
    const longest = Math.max(...title.split(/\s+/).map((word) => word.length * 1.06), ...words, 3);
    const usual = cells.reduce((sum, text) => sum + Math.min(text.length, 120), 0) / Math.max(cells.length, 1);
    const least = textWidth('x', FONT) * Math.min(longest + 0.8, whole ? 24 : WHOLE_WORD);
    return { least, more: whole ? 0 : Math.max(textWidth('x', FONT) * usual * 1.2 - least, textWidth('x', FONT)) };
  });
  const least = needs.reduce((sum, need) => sum + need.least, 0);
  const more = needs.reduce((sum, need) => sum + need.more, 0);
  const fixed = least > room || more === 0 ? room / least : 1;
  const spare = fixed === 1 ? (room - least) / (more || 1) : 0;
  return needs.map((need) => Math.floor((need.least * fixed + need.more * spare) * 100) / 100);
};

/** Bold Cyrillic is wider than the average of {@link textWidth}. */
const BOLD = 1.12;
/** A word of wide letters is wider than the average of {@link textWidth}. */
const WIDE = 1.2;
/** Width of the widest word that is kept whole among texts. */
const widestWord = (texts: readonly string[]): number =>
  Math.max(
    0,
    ...texts
      .flatMap((text) => text.slice(0, 200).split(/[\s-]+/))
      .filter((word) => word.length <= WHOLE_WORD)
      .map((word) => textWidth(word, FONT) * WIDE),
  );

/**
 * No word of a header and no usual word of a cell is broken: columns that are too narrow for a word take width from the others.
 * If the words of the cells need too much room, only those of the header are kept whole; if these are wider than the page, the
 * header has smaller type.
 */
const withWholeWords = (columns: ReportTable['columns'], widths: readonly number[], texts: readonly string[][]) => {
  const heads = columns.map(({ title }) => Math.max(...title.split(/\s+/).map((word) => textWidth(word, FONT) * BOLD)));
  const sample = texts.slice(0, 300);
  const both = heads.map((head, i) => Math.max(head, widestWord(sample.map((row) => row[i]!))));
  const sumOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);
  const all = sumOf(widths);
  const least = sumOf(heads);
  if (least > all)
    return { widths: heads.map((one) => Math.floor((one * all * 100) / least) / 100), headFont: (FONT * all) / least };
  const needs = sumOf(both) > all ? heads : both;
  const lack = sumOf(widths.map((one, i) => Math.max(0, needs[i]! - one)));
  const spare = sumOf(widths.map((one, i) => Math.max(0, one - needs[i]!)));
  const spareShare = spare === 0 ? 0 : lack / spare;
  return {
    widths: widths.map((one, i) =>
      one < needs[i]! ? needs[i]! : Math.floor((one - (one - needs[i]!) * spareShare) * 100) / 100,
    ),
    headFont: FONT,
  };
};

export const barsContent = ({ items, max }: ReportBlockOf<'bars'>, style: ReportStyle, width: number): Content => {
  const most = max ?? Math.max(...items.map(({ value }) => value), 1e-9);
  const labels = Math.round(width * 0.34);
  const values = 62;
  const room = width - labels - values - 12;
  return {
    margin: [0, 2, 0, 10],
    table: {
      widths: [labels, room, values],
      dontBreakRows: true,
      body: items.map(({ label, value, text, tone }) => [
        { text: plain(label, 300), fontSize: 9.5 },
        {
          svg: svg(room, 12, [
            rect(0, 2, room, 9, '#eceff0', 2.5),
            ...(value > 0
              ? [rect(0, 2, Math.max(room * Math.min(value / most, 1), 2), 9, style.colors[tone ?? 'brand'], 2.5)]
              : []),
          ]),
          width: room,
        },
        { text: plain(text ?? style.number(value), 40), bold: true, alignment: 'right', fontSize: 9.5 },
      ]),
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: (i) => (i === 0 ? 0 : 6),
      paddingRight: () => 0,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
  };
};
