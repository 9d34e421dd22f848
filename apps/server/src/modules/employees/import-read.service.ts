import { strayWords } from '@sergak/contract/email-address.rules.ts';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { mayGrant, roles, type Role } from '@sergak/contract/access/roles.ts';
import type {
  ColumnMap,
  ImportField,
  ImportSummary,
  NameOrder,
  StaffTable,
} from '@sergak/contract/employees/imports.schema.ts';
import { storableText } from '@sergak/contract/text.rules.ts';
import { unescapeCell } from '@sergak/sheets/cell-escape.ts';
import { readHeads, readSheet } from '@sergak/sheets/read-sheet.ts';
import type { SheetHead, SheetRow } from '@sergak/sheets/sheet-types.ts';
import { XLSX_TYPE } from '@sergak/sheets/xlsx-write.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { scratchPath } from '../../platform/files.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { avoidNestedLoops } from '../../platform/planner-statistics.repo.ts';
import { endTask, stepTask } from '../../platform/tasks.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { joinPath, pathKey, readOnlyOnes, readPaths, splitPath } from '../departments/public.ts';
import { discardFiles, findFile, storeFile } from '../files/public.ts';
import { verifiedSenderDomains } from '../settings/public.ts';
import { markSeen } from './directory-links.repo.ts';
import { createRowCheck, type SourceRow } from './import-check.ts';
import { insertRows, type JudgedRow, rejectTakenAddresses } from './import-judge.repo.ts';
import { findTable, type FoundTable } from './import-table.ts';
import { importTexts, ownColumns } from './import-words.ts';
import { readReason, rejectedRows } from './imports.query.ts';
import * as repo from './imports.repo.ts';
import { licenceRoom } from './licence.service.ts';
import { settleImports } from './import-notifications.service.ts';

const BATCH = 2_000;
const SAMPLES = 5;

/** The importer and the roles of the people whom the importer may change. */
export const powersOf = (importer: { id: string; role: Role }) => ({
  id: importer.id,
  manageable: roles.filter((role) => mayGrant(importer.role, role)),
});

/** Reads the file of an import into lines with verdicts. If no column holds emails, stops after the detection of columns. */
export const readImportFile = async (ctx: JobCtx, importId: string): Promise<void> => {
  const found = await ctx.run('read', async (tx) => {
    const one = await repo.findPeopleImport(tx, { id: importId });
    const file = one?.file_id ? await findFile(tx, one.file_id) : undefined;
    return one && file ? { import: one, storageKey: file.storage_key } : undefined;
  });
  if (found?.import.status !== 'reading') return;
  const path = scratchPath(ctx.platform.files, '.import');
  try {
    await pipeline(await ctx.platform.files.read(found.storageKey), createWriteStream(path));
    await ctx.run('write', (tx) => readInto(ctx, tx, importId, path));
  } finally {
    await rm(path, { force: true });
  }
};

const readInto = async (ctx: JobCtx, tx: Tx, importId: string, path: string) => {
  const found = await repo.lockPeopleImport(tx, importId);
  if (found?.status !== 'reading') return;
  await repo.allowTime(tx);
  await repo.deleteImportRows(tx, importId);
  const heads = await readHeads(path, { signal: ctx.signal });
  const wanted = (found.columns as repo.Columns | null)?.wanted ?? {};
  const table = findTable(heads, wanted);
  const { sheet, from, width, headers, map } = table;
  const shape = table.isList ? { from, ragged: true } : { from, width };
  const read = readSheet(path, { signal: ctx.signal, ...shape, ...(sheet === '' ? {} : { sheet }) });
  const rows = table.isList ? cellsOf(read) : rowsBelow(read, table.headerRows);
  const samples: string[][] = [];
  const finish = async (summary: ImportSummary | null, rejectedFileId: string | null) => {
    const columns = { ...describe(heads, table), samples: samples.map((cells) => cells.map(storableText)), wanted };
    await repo.updateImport(tx, importId, { status: 'ready', columns, summary, rejectedFileId });
    await endTask(tx, found.task_id, { status: 'success', result: { import_id: importId, mapped: summary !== null } });
    await settleImports(tx);
  };
  if (map.email === undefined) {
    for await (const row of rows) if (samples.push(row.cells) >= SAMPLES) break;
    return finish(null, null);
  }
  const importer = (await repo.findImporter(tx, found))!;
  const reading = {
    rows: withSurplus(rows, headers),
    samples,
    map,
    headers,
    nameOrder: table.nameOrder,
    importer,
    importId,
    taskId: found.task_id,
    fromDirectory: false,
  };
  const { widest, ...summary } = await judge(ctx, tx, reading);
  const rejected =
    summary.rejected > 0
      ? await writeRejected(tx, ctx.platform, { importId, headers, map, widest, importer, fileName: found.file_name })
      : null;
  await finish(summary, rejected);
};

/** The rows without the headings. */
async function* rowsBelow(rows: AsyncIterable<SheetRow>, headings: number): AsyncGenerator<SheetRow> {
  let at = 0;
  for await (const row of rows) if (at++ >= headings) yield row;
}

/** The cells of a list of addresses as rows of their own, numbered in order. */
async function* cellsOf(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  let line = 0;
  for await (const { cells } of rows)
    for (const cell of cells) if (cell.trim() !== '') yield { line: ++line, cells: [cell] };
}

const SHOWN_ROWS = 12;
const SHEET_ROWS = 4;
const SHOWN_CELLS = 12;
const SHOWN_TEXT = 60;
const shown = (cells: readonly string[], count: number): string[] =>
  cells.slice(0, count).map((cell) => storableText(cell.slice(0, SHOWN_TEXT)));

/** What the window shows of the table that was read, and of the others. */
const describe = (heads: readonly SheetHead[], table: FoundTable): Omit<StaffTable, 'samples'> => ({
  headers: table.headers.map(storableText),
  map: table.map,
  header_line: table.headerLine,
  head: heads
    .find(({ name }) => name === table.sheet)!
    .rows.slice(0, SHOWN_ROWS)
    .map(({ line, cells }) => ({ line, cells: shown(cells, SHOWN_CELLS) })),
  above: shown(table.above, SHOWN_ROWS),
  sheet: storableText(table.sheet),
  sheets: heads.map(({ name, hidden, rows }) => ({
    name: storableText(name),
    hidden,
    rows: rows.slice(0, SHEET_ROWS).map(({ cells }) => shown(cells, SHOWN_CELLS)),
  })),
  name_order: table.nameOrder,
});

/** In a repaired file, a line with text in a surplus column is as long as in the original file, and so still malformed. */
async function* withSurplus(rows: AsyncIterable<SheetRow>, headers: readonly string[]): AsyncGenerator<SheetRow> {
  const { surplus } = ownColumns(headers);
  for await (const row of rows)
    yield !row.fault && row.cells.some((cell, i) => surplus.has(i) && cell.trim() !== '')
      ? { ...row, fault: 'long' }
      : row;
}

type Judging = {
  rows: AsyncIterable<SourceRow>;
  samples: string[][];
  map: ColumnMap;
  headers?: readonly string[];
  nameOrder?: NameOrder;
  importer: repo.Importer;
  importId: string;
  taskId: string;
  fromDirectory: boolean;
};

const NEW_DEPARTMENTS_SHOWN = 20;

const judge = async (ctx: JobCtx, tx: Tx, o: Judging) => {
  const domains = await verifiedSenderDomains(tx);
  const check = createRowCheck({
    map: o.map,
    importerRole: o.importer.role,
    verifiedDomains: new Set(domains),
    headers: o.headers ?? [],
    nameOrder: o.nameOrder ?? 'last_first',
    today: iso(now()).slice(0, 10),
  });
  const places = await readPaths(tx);
  // Exports of HR systems often name a department without its parents. The paths of a directory are complete.
  const onlyOnes = o.fromDirectory ? null : await readOnlyOnes(tx);
  const by = { ...powersOf(o.importer), fromDirectory: o.fromDirectory, domains };
  const missing = new Map<string, string>();
  let batch: JudgedRow[] = [];
  let done = 0;
  let widest = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    await insertRows(tx, o.importId, batch, by);
    done += batch.length;
    batch = [];
    await stepTask(ctx, o.taskId, { done, stage: 'reading' });
  };
  for await (const row of o.rows) {
    if (o.samples.length < SAMPLES) o.samples.push(row.cells);
    const checked = check(row);
    if (checked.rejected) widest = Math.max(widest, row.cells.length);
    const titles = onlyOnes?.get(pathKey(splitPath(checked.department))) ?? splitPath(checked.department);
    if (!checked.rejected) titles.forEach((_, depth) => noteMissing(places, missing, titles.slice(0, depth + 1)));
    batch.push({ ...checked, department: joinPath(titles), department_id: places.get(pathKey(titles)) ?? null });
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  await avoidNestedLoops(tx); // the following statements compare all lines with all people
  if (o.fromDirectory) await rejectTakenAddresses(tx, o.importId);
  const counts = await repo.summarize(tx, o.importId, by);
  const licence_room = await licenceRoom(tx);
  const new_department_paths = [...missing.values()].slice(0, NEW_DEPARTMENTS_SHOWN);
  return { ...counts, new_departments: missing.size, new_department_paths, licence_room, widest };
};

const noteMissing = (places: ReadonlyMap<string, string>, missing: Map<string, string>, titles: readonly string[]) => {
  const key = pathKey(titles);
  if (!places.has(key) && !missing.has(key)) missing.set(key, titles.join(' / '));
};

export type StagedPeople = {
  readonly title: string;
  readonly taskId: string;
  readonly by: string;
  readonly headers: readonly string[];
  readonly map: ColumnMap;
  readonly rows: AsyncIterable<SourceRow>;
  /** The stable keys of all lines. */
  readonly keys: readonly string[];
  /** The import of the same source that this one replaces. */
  readonly replaces: string | null;
};

/**
 * Judges people of a directory as an import that is ready to be confirmed, with the checks and reasons of a file. It changes
 * nobody and links nobody to an entry. It has no columns, because their meaning cannot be changed. Does not end the task. Returns the id of the import and its summary.
 */
export const stageImport = async (ctx: JobCtx, tx: Tx, o: StagedPeople) => {
  await repo.allowTime(tx);
  if (o.replaces !== null) await discardImport(tx, o.replaces);
  const importId = await repo.insertPeopleImport(tx, {
    by: o.by,
    taskId: o.taskId,
    fileName: o.title,
    fileId: null,
    fromDirectory: true,
  });
  const importer = (await repo.findImporter(tx, { created_by: o.by, from_directory: true }))!;
  await markSeen(tx, importId, o.keys);
  const samples: string[][] = [];
  const { map, rows, taskId } = o;
  const { widest, ...summary } = await judge(ctx, tx, {
    rows,
    samples,
    map,
    importer,
    importId,
    taskId,
    fromDirectory: true,
  });
  const kept = { importId, headers: o.headers, widest, importer, fileName: o.title };
  const rejectedFileId = summary.rejected > 0 ? await writeRejected(tx, ctx.platform, kept) : null;
  await repo.updateImport(tx, importId, { status: 'ready', summary, rejectedFileId });
  return { importId, summary };
};

/** Deletes an import that nobody confirmed. Of an applied import only the lines that changed nothing are deleted. */
const discardImport = async (tx: Tx, id: string): Promise<void> => {
  const found = await repo.lockPeopleImport(tx, id);
  if (found?.status === 'done') await repo.deleteUnchangedRows(tx, id);
  if (found?.status !== 'ready') return;
  await repo.deleteImport(tx, id);
  if (found.rejected_file_id !== null) await discardFiles(tx, [found.rejected_file_id]);
};

type Rejected = {
  importId: string;
  headers: readonly string[];
  map?: ColumnMap;
  /** Number of cells of the longest rejected line. */
  widest: number;
  importer: repo.Importer;
  fileName: string;
};

/** Writes the rejected lines with their reasons as XLSX. The repaired file can be uploaded again. */
const writeRejected = async (tx: Tx, platform: Platform, o: Rejected): Promise<string> => {
  const t = importTexts(o.importer.language);
  const path = scratchPath(platform.files, '.xlsx');
  const own = ownColumns(o.headers);
  // The columns of a file without headings get names by which the repaired file is recognised.
  const titleOf = (column: number) => {
    const [field] = Object.entries(o.map ?? {}).find(([, at]) => at === column) ?? [];
    return field === undefined ? '' : t(`employees__import:field.${field as ImportField}`);
  };
  const kept = o.headers.flatMap((_, i) => (own.notes.has(i) || own.surplus.has(i) ? [] : [i]));
  const beyond = [
    ...own.surplus,
    ...Array.from({ length: Math.max(0, o.widest - o.headers.length) }, (_, i) => o.headers.length + i),
  ];
  const lines = async function* () {
    for await (const row of rejectedRows(tx, o.importId)) {
      const why = row.reasons
        .map(readReason)
        .map(({ code, line }) =>
          t(`employees__import:reason.${code}`, { line: line ?? '', ...strayWords(t, row.email) }),
        );
      yield [row.line, why.join('; '), ...[...kept, ...beyond].map((i) => unescapeCell(row.raw[i] ?? ''))];
    }
  };
  const columns = [
    { title: t('import.line'), type: 'number' as const },
    { title: t('import.reason') },
    ...kept.map((i) => ({ title: o.headers[i]! || titleOf(i) })),
    ...beyond.map((_, i) => ({ title: `${t('import.surplus')} ${i + 1}` })),
  ];
  try {
    await writeWorkbook(path, [{ name: t('import.file'), columns, rows: lines() }]);
    const name = `${t('import.file')} - ${o.fileName.replace(/\.[^.]*$/, '')}.xlsx`;
    return await storeFile(tx, platform, {
      path,
      name,
      type: XLSX_TYPE,
      size: (await stat(path)).size,
      createdBy: o.importer.id,
      visibility: 'owner',
    });
  } finally {
    await rm(path, { force: true });
  }
};
