import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { download } from '../download.ts';

/** The numbers of a chart as rows: shown on demand, read by screen readers, downloaded. */
export type ChartTable = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** The figure of each row, or of each column after the first. */
  readonly figures: { readonly rows: readonly FigureId[] } | { readonly columns: readonly FigureId[] };
};

const save = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  download(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
const fileName = (title: string, end: string): string => `${title.replace(/[\\/:*?"<>|]+/g, ' ').trim()}.${end}`;

/** First characters of text that a spreadsheet runs, as in the files of the server (`packages/sheets`). */
const DANGEROUS = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A cell that a spreadsheet would run as a formula starts with a quote; numbers stay numbers. */
const cell = (value: string | number): string => {
  const safe = typeof value === 'string' && DANGEROUS.test(value) ? `'${value}` : String(value);
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
/** The table as CSV with semicolons and a byte order mark, which spreadsheets with our locales expect. */
export const toCsv = ({ head, rows }: Pick<ChartTable, 'head' | 'rows'>): string =>
  [head, ...rows].map((row) => row.map(cell).join(';')).join('\r\n');
export const saveCsv = (table: Pick<ChartTable, 'head' | 'rows'>, title: string): void =>
  save(new Blob(['\ufeff', toCsv(table)], { type: 'text/csv;charset=utf-8' }), fileName(title, 'csv'));

/** What makes up the look of a drawing. Without one of them, a picture differs from the screen. */
const styled = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'paint-order',
  'stop-color',
  'stop-opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
  'dominant-baseline',
];
const withStyles = (svg: SVGSVGElement): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const name of styled) (to[i] as SVGElement).style.setProperty(name, style.getPropertyValue(name));
  });
  return copy;
};

const SVG = 'http://www.w3.org/2000/svg';
const draw = (name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.textContent = text;
  return node;
};

export type LegendItem = { readonly name: string; readonly color: string };
type Size = { readonly width: number; readonly height: number };
const EDGE = 24;
const TITLE_LINE = 24;
const LEGEND_LINE = 24;
/** Mean width of a character of the title. */
const CHARACTER = 9;
const TITLE_LINES_MAX = 3;
/** A narrower drawing is centred: names next to it need the room. */
const WIDTH_MIN = 380;

/** The words of a title in lines of at most so many characters. */
const wrap = (title: string, characters: number): string[] => {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)!} ${word}`;
    if (lines.length > 0 && longer.length <= characters) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, TITLE_LINES_MAX);
};

/** The drawing with its title above and what its colours mean below: a saved picture is seen without the page. */
export const withCaption = (
  svg: SVGSVGElement,
  { width, height }: Size,
  title: string,
  legend: readonly LegendItem[] = [],
): SVGSVGElement => {
  const ink = 'var(--mantine-color-text)';
  const room = Math.max(width, WIDTH_MIN);
  const lines = wrap(title, Math.floor(room / CHARACTER));
  const top = EDGE + lines.length * TITLE_LINE;
  const below = legend.length === 0 ? 0 : legend.length * LEGEND_LINE + 8;
  const sheet = draw('svg', { width: room + 2 * EDGE, height: top + height + below + EDGE }) as SVGSVGElement;
  lines.forEach((line, i) =>
    sheet.append(
      draw('text', { x: EDGE, y: EDGE + i * TITLE_LINE + 8, 'font-size': 17, 'font-weight': 600, fill: ink }, line),
    ),
  );
  const drawing = svg.cloneNode(true) as SVGSVGElement;
  for (const [key, value] of Object.entries({ x: EDGE + (room - width) / 2, y: top, width, height }))
    drawing.setAttribute(key, String(value));
  sheet.append(drawing);
  legend.forEach(({ name, color }, i) => {
    const y = top + height + 24 + i * LEGEND_LINE;
    sheet.append(
      draw('rect', { x: EDGE, y: y - 10, width: 11, height: 11, rx: 3, fill: color }),
      draw('text', { x: EDGE + 20, y, 'font-size': 13, fill: ink }, name),
    );
  });
  return sheet;
};

/** Saves the drawing with its caption, at double size on the background of the card. */
export const savePng = async (
  svg: SVGSVGElement | null,
  title: string,
  legend: readonly LegendItem[] = [],
): Promise<void> => {
  if (svg === null) return;
  const sheet = withCaption(svg, svg.getBoundingClientRect(), title, legend);
  // Colours are variables of the page, so the sheet is styled while it is a part of the page.
  sheet.style.position = 'absolute';
  svg.parentElement!.append(sheet);
  const copy = withStyles(sheet);
  sheet.remove();
  const [width, height] = [Number(copy.getAttribute('width')), Number(copy.getAttribute('height'))];
  copy.removeAttribute('style');
  copy.setAttribute('xmlns', SVG);
  copy.style.fontFamily = 'system-ui, sans-serif';
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * 2, height * 2];
  const paper = canvas.getContext('2d')!;
  paper.fillStyle = getComputedStyle(svg.closest('figure')!).backgroundColor;
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob !== null && save(blob, fileName(title, 'png')), 'image/png');
};
