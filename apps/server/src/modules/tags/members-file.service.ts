import { isEmail } from '@sergak/contract/employees/employees.limits.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { tagsEndpoints } from '@sergak/contract/tags/tags.endpoints.ts';
import type { TagFilePreview, tagFileReasons } from '@sergak/contract/tags/tags.schema.ts';
import { readSheet } from '@sergak/sheets/read-sheet.ts';
import { SheetError, sheetLimits, type SheetRow } from '@sergak/sheets/sheet-types.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { joinTag } from './bulk.service.ts';
import { findByAddress } from './tags.query.ts';

/** As many lines as an organisation can have people, and some; more is another kind of file. */
const ROWS_MAX = 120_000;
/** Of the people found, how many a preview shows by name. */
const SHOWN = 200;
/** So many refused lines go with it, to be saved as a file and repaired. */
const REFUSED_MOST = 5_000;

type Refusal = { line: number; email: string; reason: (typeof tagFileReasons)[number] };
type Line = { line: number; email: string };
type Read = { lines: number; people: { id: string; full_name: string; email: string }[]; refusals: Refusal[] };

const codeOf = ({ code }: SheetError) => {
  if (code === 'encoding') return 'import.encoding_unknown';
  return code.startsWith('too_') ? 'import.too_large' : 'import.unreadable';
};

const readRows = async (ctx: Ctx): Promise<SheetRow[]> => {
  const { file } = ctx.uploads;
  if (!file || file.size === 0) throw new AppError('import.unreadable', { code: 'empty' });
  const rows: SheetRow[] = [];
  try {
    for await (const row of readSheet(file.path, { limits: { ...sheetLimits, maxRows: ROWS_MAX } })) rows.push(row);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw new AppError(codeOf(error), { code: error.code, ...error.data });
  }
  return rows;
};

/** The column in which the most addresses stand: a heading is not needed. -1: there is none. */
const addressColumn = (rows: readonly SheetRow[]): number => {
  const counts: number[] = [];
  for (const { cells } of rows)
    cells.forEach((cell, column) => {
      if (isEmail(cell.trim())) counts[column] = (counts[column] ?? 0) + 1;
    });
  return counts.reduce((best, count, column) => (count > (counts[best] ?? 0) ? column : best), -1);
};

/** Addresses of a file, each once, and the lines that hold none. A first line without an address is the heading. */
const addressesIn = (rows: readonly SheetRow[]): { addresses: Line[]; refusals: Refusal[] } => {
  const column = addressColumn(rows);
  if (column < 0) throw new AppError('import.columns_missing', { required: ['email'] });
  const addresses: Line[] = [];
  const refusals: Refusal[] = [];
  const seen = new Set<string>();
  rows.forEach(({ line, cells }, index) => {
    const email = (cells[column] ?? '').trim();
    const key = email.toLowerCase();
    if (!isEmail(email)) {
      if (index > 0) refusals.push({ line, email, reason: email === '' ? 'email_missing' : 'email_invalid' });
    } else if (seen.has(key)) refusals.push({ line, email, reason: 'email_twice_in_file' });
    else addresses.push({ line, email: key });
    seen.add(key);
  });
  return { addresses, refusals };
};

const readMembers = async (ctx: Ctx, tx: Tx): Promise<Read> => {
  const rows = await readRows(ctx);
  const { addresses, refusals } = addressesIn(rows);
  const found = await findByAddress(
    tx,
    addresses.map((one) => one.email),
  );
  const known = new Set(found.map((person) => person.email.toLowerCase()));
  for (const { line, email } of addresses) if (!known.has(email)) refusals.push({ line, email, reason: 'not_found' });
  refusals.sort((a, b) => a.line - b.line);
  return {
    lines: addresses.length + refusals.filter((one) => one.reason !== 'not_found').length,
    people: found,
    refusals,
  };
};

/** Who in a spreadsheet of addresses is among the staff; changes nothing. */
export const previewFile = async (ctx: Ctx): Promise<TagFilePreview> => {
  const { lines, people, refusals } = await readMembers(ctx, ctx.tx);
  return {
    lines,
    found: people.length,
    refused: refusals.length,
    people: people.slice(0, SHOWN),
    refusals: refusals.slice(0, REFUSED_MOST),
  };
};

/** The people whose addresses stand in the uploaded spreadsheet. */
export const peopleOfFile = async (ctx: Ctx): Promise<string[]> =>
  (await readMembers(ctx, ctx.tx)).people.map((person) => person.id);

/** Puts the people of a spreadsheet under a tag that is filled by hand: few at once, many as a long task. */
export const assignFile = async (ctx: Ctx, input: Input<(typeof tagsEndpoints)['tags.assign-file']>) => {
  const { people, refusals } = await readMembers(ctx, ctx.tx);
  const ids = people.map((person) => person.id);
  const { answer, target, log } = await joinTag(ctx, input.id, ids, input.need_onboarding);
  const already = answer.event_id ? 0 : ids.length - answer.assigned;
  return new Logged({ ...answer, already, refused: refusals.length }, target, { ...log, refused: refusals.length });
};
