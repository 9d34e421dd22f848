import type { Content, TableCell } from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { certificateDocument } from './certificate-layout.ts';
import { donutChart, funnelChart } from './charts.ts';
import { lineChart } from './line-chart.ts';
import type { PdfSpec, ReportBlock, ReportBlockOf } from './report-blocks.ts';
import { coverContent } from './report-cover.ts';
import { page, plain, styleOf, type ReportStyle } from './report-style.ts';
import { barsContent, tableContent } from './report-table.ts';

/**
 * Builds the document for the PDF library. It contains only texts, numbers and our own drawings: no markup, files or
 * links.
 */
export const toDocument = (spec: PdfSpec): TDocumentDefinitions => {
  const style = styleOf(spec);
  if (spec.certificate) return certificateDocument(spec, spec.certificate, style);
  const skipped = spec.cover ? 1 : 0;
  const blocks = anchored(spec.blocks);
  return {
    pageSize: 'A4',
    pageOrientation: spec.page?.orientation ?? 'portrait',
    pageMargins: [page.margin, page.margin, page.margin, 52],
    info: {
      title: plain(spec.title, 300),
      author: plain(spec.author ?? '', 300),
      creator: '',
      producer: '',
      creationDate: new Date(spec.created_at),
    },
    language: spec.language,
    displayTitle: true,
    compress: !spec.uncompressed,
    defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.2, color: style.colors.ink },
    styles: {
      h1: { fontSize: 20, bold: true, margin: [0, 6, 0, 10] },
      h2: { fontSize: 14.5, bold: true, margin: [0, 10, 0, 6] },
      h3: { fontSize: 11.5, bold: true, margin: [0, 8, 0, 4] },
      chartTitle: { fontSize: 11.5, bold: true, margin: [0, 6, 0, 6] },
    },
    content: [
      ...(spec.cover ? coverContent(spec, style) : []),
      ...contents(blocks, spec, style),
      ...blocksContent(blocks, style),
    ],
    footer: (current: number, total: number) => (current <= skipped ? null : footer(spec, style, current, total)),
  };
};

/** Fewer sections than this are found without a list of contents. */
const SECTIONS_LISTED = 3;
/** Gives each section an id, which the list of contents refers to. */
const anchored = (blocks: readonly ReportBlock[]): ReportBlock[] =>
  blocks.map((one, i) => (one.type === 'heading' && isListed(one) ? { ...one, anchor: `section-${i}` } : one));
/** Headings of level 3 are not listed. */
const isListed = ({ level = 2 }: ReportBlockOf<'heading'>) => level <= 2;
/**
 * The sections with their pages, at the top of the first page after the cover. The page library's own list would give
 * the page of the last repetition of a heading.
 */
const contents = (blocks: readonly ReportBlock[], { labels }: PdfSpec, style: ReportStyle): Content[] => {
  const sections = blocks.flatMap((one) =>
    one.type === 'heading' && one.anchor !== undefined ? [{ ...one, anchor: one.anchor }] : [],
  );
  if (labels.contents === undefined || sections.length < SECTIONS_LISTED) return [];
  const rows = sections.map(({ text, level, anchor }): TableCell[] => [
    { text: plain(text, 500), linkToDestination: anchor, margin: [level === 1 ? 0 : 12, 1, 0, 1] as Margin },
    {
      pageReference: anchor,
      alignment: 'right' as const,
      color: style.colors.soft,
      margin: [0, 1, 0, 1] as Margin,
    },
  ]);
  return [
    { text: plain(labels.contents), style: 'h2' },
    { table: { widths: ['*', 40], body: rows }, layout: bare, margin: [0, 0, 0, 12] },
  ];
};

const footer = (spec: PdfSpec, style: ReportStyle, current: number, total: number): Content => ({
  margin: [page.margin, 14, page.margin, 0],
  fontSize: 8,
  color: style.colors.soft,
  columns: [
    // A fixed width: a long word would move the page number into the margin.
    { text: plain(spec.footer ?? spec.title, 120), width: style.width - 110 },
    {
      text: plain(spec.labels.page ?? '')
        .replace('{page}', String(current))
        .replace('{pages}', String(total)),
      width: 110,
      alignment: 'right',
    },
  ],
});

type Margin = [number, number, number, number];

/** A heading is kept with the next block: as part of a table's repeated head, or unbreakable with a chart. */
const blocksContent = (blocks: readonly ReportBlock[], style: ReportStyle): Content[] => {
  const out: Content[] = [];
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]!;
    const next = blocks[i + 1];
    if (block.type !== 'heading' || !next || next.type === 'heading' || next.type === 'page_break') {
      out.push(blockContent(block, style));
      continue;
    }
    const together: Content =
      next.type === 'table' && !next.title
        ? tableContent(next, style, { title: titleOf(block), anchor: block.anchor })
        : {
            stack: [heading(block), blockContent(next, style)],
            unbreakable: next.type !== 'table' && next.type !== 'columns' && !isLong(next),
          };
    out.push(block.new_page ? { stack: [together], pageBreak: out.length > 0 ? 'before' : undefined } : together);
    i++;
  }
  return out;
};

const isLong = (block: ReportBlock) =>
  (block.type === 'text' && block.text.length > 1500) ||
  (block.type === 'list' && block.items.length > 12) ||
  (block.type === 'bars' && block.items.length > 15) ||
  (block.type === 'facts' && block.items.length > 15) ||
  (block.type === 'funnel' && block.steps.length > 12) ||
  (block.type === 'donut' && block.parts.length > 20);

const titleOf = (block: ReportBlockOf<'heading'>) => ({
  text: plain(block.text, 500),
  style: `h${block.level ?? 2}`,
  alignment: block.align ?? 'left',
});
const heading = (block: ReportBlockOf<'heading'>): Content => ({
  ...titleOf(block),
  ...(block.anchor === undefined ? {} : { id: block.anchor }),
});

const blockContent = (block: ReportBlock, style: ReportStyle): Content => {
  switch (block.type) {
    case 'heading':
      return { stack: [heading(block)], pageBreak: block.new_page ? 'before' : undefined };
    case 'text':
      return textContent(block, style);
    case 'list': {
      const items = block.items.map((item) => ({
        text: plain(item),
        margin: [0, 0, 0, 3] as [number, number, number, number],
      }));
      return block.ordered
        ? { ol: items, margin: [0, 0, 0, 8] }
        : { ul: items, markerColor: style.colors.brand, margin: [0, 0, 0, 8] };
    }
    case 'facts':
      return factsContent(block, style);
    case 'tiles':
      return tilesContent(block, style);
    case 'funnel':
      return chart(block.title, block.steps.length > 0, style, () => ({ svg: funnelChart(block, style.width, style) }));
    case 'donut':
      return chart(block.title, block.parts.length > 0, style, () => ({ svg: donutChart(block, style.width, style) }));
    case 'line':
      return chart(block.title, block.labels.length > 0 && block.series.length > 0, style, () => ({
        svg: lineChart(block, style.width, style),
      }));
    case 'bars':
      return chart(
        block.title,
        block.items.length > 0,
        style,
        () => barsContent(block, style, style.width),
        isLong(block),
      );
    case 'table':
      return tableContent(block, style);
    case 'columns':
      return columnsContent(block, style);
    case 'qr':
      return {
        qr: plain(block.text, 1000),
        fit: block.size ?? 90,
        alignment: block.align ?? 'left',
        margin: [0, 4, 0, 8],
      };
    case 'spacer':
      return { text: ' ', fontSize: 1, margin: [0, Math.min(Math.max(block.height, 0), 600), 0, 0] };
    case 'page_break':
      return { text: '', pageBreak: 'after' };
  }
};

const textContent = (
  { text, tone = 'normal', align = 'left' }: ReportBlockOf<'text'>,
  style: ReportStyle,
): Content => ({
  text: plain(text),
  alignment: align,
  fontSize: { display: 30, lead: 12.5, normal: 10.5, muted: 9 }[tone],
  bold: tone === 'display',
  color: tone === 'muted' ? style.colors.soft : style.colors.ink,
  margin: [0, 0, 0, 8],
});

const chart = (
  title: string | undefined,
  filled: boolean,
  style: ReportStyle,
  draw: () => Content,
  breakable = false,
): Content => ({
  unbreakable: !breakable,
  margin: [0, 0, 0, 12],
  stack: [
    ...(title ? [{ text: plain(title, 300), style: 'chartTitle' }] : []),
    filled ? draw() : { text: style.noData, color: style.colors.soft },
  ],
});

const factsContent = ({ items }: ReportBlockOf<'facts'>, style: ReportStyle): Content =>
  items.length === 0
    ? []
    : {
        margin: [0, 0, 0, 10],
        table: {
          widths: [Math.round(style.width * 0.36), Math.round(style.width * 0.6)],
          body: items.map(({ label, value }) => [
            { text: plain(label, 300), color: style.colors.soft },
            { text: plain(value, 2000) },
          ]),
        },
        layout: {
          hLineWidth: () => 0,
          vLineWidth: () => 0,
          paddingLeft: () => 0,
          paddingRight: () => 8,
          paddingTop: () => 2,
          paddingBottom: () => 2,
        },
      };

const TILES_A_ROW = 4;
const TILE_GAP = 8;

/** Key figures, up to four in a row. */
const tilesContent = ({ tiles }: ReportBlockOf<'tiles'>, style: ReportStyle): Content => {
  const across = style.width < 300 ? 2 : Math.min(TILES_A_ROW, Math.max(tiles.length, 1));
  const width = (style.width - (across - 1) * TILE_GAP) / across;
  const rows: Content[] = [];
  for (let i = 0; i < tiles.length; i += across) {
    const shown = tiles.slice(i, i + across);
    const cells = shown.flatMap(({ label, value, hint, tone }, k) => [
      ...(k > 0 ? [{ text: '' }] : []),
      {
        fillColor: '#f4f7f6',
        stack: [
          {
            canvas: [{ type: 'rect' as const, x: 0, y: 0, w: 22, h: 3, color: style.colors[tone ?? 'brand'] }],
            margin: [0, 0, 0, 6] as [number, number, number, number],
          },
          { text: plain(label, 80), fontSize: 8.5, color: style.colors.soft },
          { text: plain(value, 24), fontSize: value.length > 9 ? 14 : 20, bold: true },
          ...(hint
            ? [
                {
                  text: plain(hint, 100),
                  fontSize: 8.5,
                  color: style.colors[tone === undefined || tone === 'brand' ? 'soft' : tone],
                },
              ]
            : []),
        ],
        margin: [9, 9, 9, 7] as [number, number, number, number],
      },
    ]);
    const widths = shown.flatMap((_, k) => (k > 0 ? [TILE_GAP, width] : [width]));
    rows.push({ table: { widths, dontBreakRows: true, body: [cells] }, layout: bare, margin: [0, 0, 0, TILE_GAP] });
  }
  return { stack: rows, margin: [0, 2, 0, 6] };
};

const bare = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
};

const columnsContent = ({ columns }: ReportBlockOf<'columns'>, style: ReportStyle): Content => {
  const gap = 20;
  const width = (style.width - gap * (columns.length - 1)) / Math.max(columns.length, 1);
  return {
    columnGap: gap,
    columns: columns.map((blocks) => ({ width, stack: blocksContent(blocks, { ...style, width }) })),
  };
};
