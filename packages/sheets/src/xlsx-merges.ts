import { scanXml } from './xml-scan.ts';
import type { Archive } from './zip-scan.ts';

/** Merged cells that cover several rows, by their first row: the column of the text, and the last row. */
export type Merges = ReadonlyMap<number, readonly { readonly column: number; readonly last: number }[]>;

/** Maximum number of merged cells; the rest is read as a file with blank cells. */
const MAX_MERGES = 200_000;
const MARK = Buffer.from('mergeCell');

/** Reads which cells of a sheet are merged. They are written below the rows, so this must run before the rows are read. */
export const readMerges = async (archive: Archive, path: string): Promise<Merges> => {
  const merges = new Map<number, { column: number; last: number }[]>();
  if (!(await mentionsMerges(archive, path))) return merges;
  let count = 0;
  await scanXml(await archive.stream(path), {
    open: (name, { ref = '' }) => {
      if (name !== 'mergeCell' || count >= MAX_MERGES) return;
      const [start, end] = ref.split(':');
      const [first, last] = [rowOf(start), rowOf(end)];
      const column = columnOf(start);
      if (column === undefined || !first || !last || last <= first) return;
      count++;
      const others = merges.get(first);
      if (others) others.push({ column, last });
      else merges.set(first, [{ column, last }]);
    },
  });
  return merges;
};

/** Most sheets have no merged cells, and searching bytes is much faster than parsing. */
const mentionsMerges = async (archive: Archive, path: string): Promise<boolean> => {
  let tail = Buffer.alloc(0);
  for await (const chunk of (await archive.stream(path)) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([tail, chunk]);
    if (bytes.includes(MARK)) return true;
    tail = bytes.subarray(-MARK.length);
  }
  return false;
};

/** Returns a function that fills the cells of a row with the texts of merged cells that began above. Rows must come in order. */
export const mergeFiller = (merges: Merges) => {
  const open = new Map<number, { text: string; last: number }>();
  return (line: number, cells: string[]): void => {
    for (const [column, { text, last }] of open) {
      if (line > last) open.delete(column);
      else if ((cells[column] ?? '') === '') {
        while (cells.length < column) cells.push('');
        cells[column] = text;
      }
    }
    for (const { column, last } of merges.get(line) ?? [])
      if (cells[column]) open.set(column, { text: cells[column], last });
  };
};

const rowOf = (reference: string | undefined) => Number(/\d{1,7}$/.exec(reference ?? '')?.[0] ?? 0);

/** `AB12` → 27; undefined for a missing or invalid reference. */
export const columnOf = (reference: string | undefined) => {
  const name = /^[A-Za-z]{1,3}/.exec(reference ?? '')?.[0];
  if (!name) return undefined;
  let column = 0;
  for (const char of name.toUpperCase()) column = column * 26 + char.charCodeAt(0) - 64;
  return column - 1;
};
