import { columnName, xmlEscape } from './xlsx-cells.ts';
import type { TableColumn } from './table-types.ts';
import type { ZipPart } from './zip-write.ts';

export type WrittenSheet = {
  name: string;
  columns: readonly TableColumn[];
  rows: number;
  rowNames: readonly (string | null)[];
};

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const pack = 'http://schemas.openxmlformats.org/package/2006';
const format = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns the parts of a workbook besides its sheets. They are written last, when the number and sizes of the sheets are known. */
export const fixedParts = (sheets: readonly WrittenSheet[]): ZipPart[] => [
  { name: 'xl/styles.xml', data: [head + styles] },
  { name: 'xl/workbook.xml', data: [head + workbook(sheets)] },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: [
      head +
        relations([
          ...sheets.map((_, i) => ({ type: 'worksheet', target: `worksheets/sheet${i + 1}.xml` })),
          { type: 'styles', target: 'styles.xml' },
        ]),
    ],
  },
  { name: '_rels/.rels', data: [head + relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }])] },
  { name: '[Content_Types].xml', data: [head + contentTypes(sheets.length)] },
];

/** The ranges of cells by their hidden names. A name that several columns or rows have means all of them. */
const namedCells = ({ columns, rows, rowNames }: WrittenSheet): Map<string, string[]> => {
  const ranges = new Map<string, string[]>();
  const add = (name: string, from: string, to: string) =>
    ranges.set(name, [...(ranges.get(name) ?? []), from === to ? from : `${from}:${to}`]);
  columns.forEach(({ name }, i) => {
    const at = (row: number) => `$${columnName(i)}$${row}`;
    if (name === 'row') rowNames.forEach((one, row) => one !== null && add(one, at(row + 2), at(row + 2)));
    else if (name !== undefined && rows > 1) add(name, at(2), at(rows));
  });
  return ranges;
};

const definedNames = (sheet: WrittenSheet, index: number): string => {
  const { name, columns, rows } = sheet;
  if (columns.length === 0) return '';
  const inSheet = (range: string) => `'${name.replaceAll("'", "''")}'!${range}`;
  const hidden = (title: string, ranges: readonly string[]) =>
    `<definedName name="${xmlEscape(title)}" localSheetId="${index}" hidden="1">${xmlEscape(ranges.map(inSheet).join(','))}</definedName>`;
  return [
    // The range of the filter as a hidden name, as Excel does: some readers look only there.
    hidden('_xlnm._FilterDatabase', [`$A$1:$${columnName(columns.length - 1)}$${rows}`]),
    ...[...namedCells(sheet)].map(([title, ranges]) => hidden(title, ranges)),
  ].join('');
};

const workbook = (sheets: readonly WrittenSheet[]) => {
  const list = sheets.map(({ name }, i) => `<sheet name="${xmlEscape(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const names = sheets.map(definedNames);
  const defined = names.some(Boolean) ? `<definedNames>${names.join('')}</definedNames>` : '';
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${list.join('')}</sheets>${defined}</workbook>`;
};

const relations = (list: { type: string; target: string }[]) =>
  `<Relationships xmlns="${pack}/relationships">${list
    .map(({ type, target }, i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const contentTypes = (sheets: number) =>
  `<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${format}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${format}.styles+xml"/>` +
  Array.from(
    { length: sheets },
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${format}.worksheet+xml"/>`,
  ).join('') +
  '</Types>';

const font = (extra = '') => `<font>${extra}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
const xf = (numFmt: number, more = '', fontId = 0, fill = 0) =>
  `<xf numFmtId="${numFmt}" fontId="${fontId}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1"${
    fontId ? ' applyFont="1" applyFill="1" applyAlignment="1"' : ''
  }${more ? `>${more}</xf>` : '/>'}`;

/** Cell styles in the order of the numbers in `xlsx-cells.ts`: plain, header, date, date with time, per cent, text, whole per cent. */
const styles =
  `<styleSheet xmlns="${main}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="166" formatCode="0.0%"/></numFmts>' +
  `<fonts count="2">${font()}${font('<b/>')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEEF2F1"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="7">${xf(0)}${xf(0, '<alignment vertical="center" wrapText="1"/>', 1, 2)}${xf(164)}${xf(165)}${xf(166)}${xf(49)}${xf(9)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
