import { isBlank, SheetError, type RowShape, type SheetLimits, type SheetRow } from './sheet-types.ts';

/** The earlier separator wins a tie: commas are common in names and titles, tabs are rare. */
const separators = ['\t', ';', ',', '|'];
const SAMPLE_LINES = 50;
/** Maximum length of a record over several lines; beyond it the opening quotation mark is treated as a stray one. */
const MAX_SPAN = 100_000;

/** Reads a file line by line. The last lines can be given back if their quoted cell never ends. */
type Lines = { next: () => Promise<Line | undefined>; giveBack: (lines: Line[]) => void };
type Line = { text: string; number: number };
type Record = { cells: string[]; line: number; fault?: 'quote' };
type Dialect = { separator: string; columns: number | undefined; limits: SheetLimits };

/** Yields the rows of delimited text. Without a shape the first row is the header; it decides how many cells the other rows have. */
export async function* parseRows(
  text: AsyncIterable<string>,
  limits: SheetLimits,
  shape: RowShape = {},
): AsyncGenerator<SheetRow> {
  const source = splitLines(text, limits);
  try {
    yield* rowsOf(lineReader(source), limits, shape);
  } finally {
    await source.return(undefined);
  }
}

async function* rowsOf(
  lines: Lines,
  limits: SheetLimits,
  { from = 0, width, ragged = false }: RowShape,
): AsyncGenerator<SheetRow> {
  const { separator, usual } = await findSeparator(lines, limits);
  const dialect: Dialect = { separator, columns: width ?? (ragged ? usual : undefined), limits };
  let rows = 0;
  for (let record = await nextRecord(lines, dialect); record; record = await nextRecord(lines, dialect)) {
    const { line } = record;
    const cells = record.cells.map(asValue);
    // A formatted cell far to the right makes a spreadsheet end each line with hundreds of separators.
    if (cells.length > limits.maxColumns && isBlank(cells.slice(limits.maxColumns))) cells.length = limits.maxColumns;
    if (cells.length > limits.maxColumns) throw new SheetError('too_many_columns', { line, limit: limits.maxColumns });
    if (line < from || isBlank(cells)) continue;
    if (++rows > limits.maxRows) throw new SheetError('too_many_rows', { limit: limits.maxRows });
    dialect.columns ??= cells.length;
    const fault = record.fault ?? (ragged ? undefined : widthFault(cells.length, dialect.columns));
    yield fault ? { line, cells, fault } : { line, cells };
  }
  if (rows === 0) throw new SheetError('empty');
}

/** The content of `="00042"`, by which programs keep spreadsheets from changing a value. */
const asValue = (cell: string) =>
  cell.startsWith('="') && cell.indexOf('"', 2) === cell.length - 1 ? cell.slice(2, -1) : cell;

const widthFault = (width: number, columns: number) =>
  width < columns ? 'short' : width > columns ? 'long' : undefined;

const nextRecord = async (lines: Lines, dialect: Dialect): Promise<Record | undefined> => {
  const first = await lines.next();
  if (!first) return undefined;
  if (!first.text.includes('"')) return plainRecord(first, dialect);
  const { separator, columns, limits } = dialect;
  const taken: Line[] = [];
  const quoted = quotedCells(separator, limits);
  for (let line: Line | undefined = first; line; line = await lines.next()) {
    if (line !== first) taken.push(line);
    const state = quoted(line.text);
    if (state === 'open') continue;
    if (state === 'too_long' && taken.length === 0) throw tooLong(first.number, limits);
    if (!Array.isArray(state)) break;
    // A stray quote can pair with one in a later line. The number of cells is then wrong, and the lines are read separately.
    if (taken.length > 0 && columns !== undefined && state.length !== columns) break;
    return { cells: state, line: first.number };
  }
  lines.giveBack(taken);
  // In a single column a stray quote is text: `"Kim, Dana" <d@…>` in a list of addresses.
  return columns === 1 ? plainRecord(first, dialect) : { ...plainRecord(first, dialect), fault: 'quote' };
};

const plainRecord = (line: Line, { separator, limits }: Dialect): Record => {
  const cells = line.text.split(separator);
  for (const cell of cells) {
    if (cell.length > limits.maxCellLength) throw tooLong(line.number, limits);
  }
  return { cells, line: line.number };
};

const tooLong = (line: number, limits: SheetLimits) =>
  new SheetError('cell_too_long', { line, limit: limits.maxCellLength });

/** Parses one record line by line: returns its cells, 'open' while a quoted cell continues, or the kind of error. */
const quotedCells = (separator: string, { maxCellLength: maxLength, maxColumns }: SheetLimits) => {
  const cells: string[] = [];
  let cell = '';
  let inside = false;
  let span = 0;
  return (text: string): string[] | 'open' | 'malformed' | 'too_long' => {
    let at = 0;
    if (inside) {
      cell += '\n';
      span += text.length;
      // Without this limit a file of stray quotation marks would be read to its end from each of its lines.
      if (span > MAX_SPAN || cells.length > maxColumns) return 'malformed';
    }
    for (;;) {
      if (!inside) {
        if (text[at] !== '"') {
          const end = text.indexOf(separator, at);
          cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
          if (cells.at(-1)!.length > maxLength) return 'too_long';
          if (end < 0) return cells;
          at = end + 1;
          continue;
        }
        inside = true;
        at++;
      }
      const quote = text.indexOf('"', at);
      cell += quote < 0 ? text.slice(at) : text.slice(at, quote);
      if (cell.length > maxLength) return 'too_long';
      if (quote < 0) return 'open';
      if (text[quote + 1] === '"') {
        cell += '"';
        at = quote + 2;
        continue;
      }
      inside = false;
      cells.push(cell);
      cell = '';
      const after = /^[ ]*/.exec(text.slice(quote + 1))![0].length + quote + 1;
      if (after === text.length) return cells;
      if (text[after] !== separator) return 'malformed';
      at = after + 1;
    }
  };
};

/**
 * Finds the separator with which most lines have equally many cells, and their usual number; `sep=;` in the first line (Excel)
 * decides.
 */
const findSeparator = async (lines: Lines, limits: SheetLimits) => {
  const sample: Line[] = [];
  while (sample.length < SAMPLE_LINES) {
    const line = await lines.next();
    if (!line) break;
    sample.push(line);
  }
  const declared = /^"?sep=([,;|\t])"?$/i.exec(sample[0]?.text ?? '')?.[1];
  if (declared) sample.shift();
  lines.giveBack(sample);
  const counts = (declared ? [declared] : separators).map((separator) => ({
    separator,
    ...agreement(sample, separator, limits),
  }));
  counts.sort((a, b) => b.alike - a.alike || b.columns - a.columns);
  const { separator, alike, columns } = counts[0]!;
  return alike > 0 || declared ? { separator, usual: columns || undefined } : { separator: '\t', usual: undefined };
};

/** Maximum number of lines of a record in the sample. */
const SAMPLE_SPAN = 5;

/** The records of the sample with their numbers of cells; 0 for a malformed one. */
const recordsOf = (sample: Line[], separator: string, limits: SheetLimits) => {
  const records: { text: string; count: number }[] = [];
  let open: { parse: ReturnType<typeof quotedCells>; lines: number } | undefined;
  for (const { text } of sample) {
    if (!open && text.trim() === '') continue;
    if (!open && !text.includes('"')) {
      records.push({ text, count: text.split(separator).length });
      continue;
    }
    open ??= { parse: quotedCells(separator, limits), lines: 0 };
    const cells = open.parse(text);
    if (cells === 'open' && ++open.lines < SAMPLE_SPAN) continue;
    records.push({ text, count: Array.isArray(cells) ? cells.length : 0 });
    open = undefined;
  }
  return records;
};

/**
 * How many lines have the same number of cells: that of the first line, or, below titles, the most frequent one. A separator
 * followed by a space is punctuation if the first line has none.
 */
const agreement = (sample: Line[], separator: string, limits: SheetLimits) => {
  const frequency = new Map<number, number>();
  let first = 0;
  let strays = 0;
  for (const { text, count } of recordsOf(sample, separator, limits)) {
    first ||= count;
    if (separator !== '\t' && text.includes(`${separator} `)) strays++;
    if (count > 1) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  }
  const likeFirst = { columns: first, alike: frequency.get(first) ?? 0 };
  const [columns, alike] = [...frequency].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  return alike - strays > likeFirst.alike ? { columns, alike } : likeFirst;
};

const lineReader = (source: AsyncGenerator<Line[]>): Lines => {
  let queue: Line[] = [];
  let at = 0;
  return {
    next: async () => {
      while (at >= queue.length) {
        const block = await source.next();
        if (block.done) return undefined;
        queue = block.value;
        at = 0;
      }
      return queue[at++];
    },
    giveBack: (lines) => {
      if (lines.length <= at) {
        at -= lines.length;
        return;
      }
      queue = [...lines, ...queue.slice(at)];
      at = 0;
    },
  };
};

/** Splits text at CRLF, LF and CR. Lines are numbered as in an editor. */
async function* splitLines(text: AsyncIterable<string>, limits: SheetLimits): AsyncGenerator<Line[]> {
  let rest = '';
  let number = 0;
  const longest = limits.maxColumns * limits.maxCellLength;
  for await (const piece of text) {
    rest += piece;
    // A CR at the end may be the first half of a CRLF that the next chunk completes.
    const parts = (rest.endsWith('\r') ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/);
    const tail = parts.pop()! + (rest.endsWith('\r') ? '\r' : '');
    rest = tail;
    if (rest.length > longest) throw tooLong(number + parts.length + 1, limits);
    if (parts.length > 0) yield parts.map((part) => ({ text: part, number: ++number }));
  }
  const last = rest.split('\r').filter((part, i, all) => part !== '' || i < all.length - 1);
  yield last.map((part) => ({ text: part, number: ++number }));
}
