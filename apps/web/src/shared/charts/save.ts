import { download } from '../download.ts';

/** The numbers of a chart as rows: shown on demand, read by screen readers, downloaded. */
export type ChartTable = { readonly head: readonly string[]; readonly rows: readonly (readonly (string | number)[])[] };

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
export const toCsv = ({ head, rows }: ChartTable): string =>
  [head, ...rows].map((row) => row.map(cell).join(';')).join('\r\n');
export const saveCsv = (table: ChartTable, title: string): void =>
  save(new Blob(['\ufeff', toCsv(table)], { type: 'text/csv;charset=utf-8' }), fileName(title, 'csv'));

const styled = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
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

/** Saves the drawing at double size on the background of the card. */
export const savePng = async (svg: SVGSVGElement | null, title: string): Promise<void> => {
  if (svg === null) return;
  const { width, height } = svg.getBoundingClientRect();
  const copy = withStyles(svg);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
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
