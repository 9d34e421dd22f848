import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { holdsAddress, readAddress } from '@sergak/contract/employees/addresses.rules.ts';
import { isEmail } from '@sergak/contract/employees/employees.limits.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { tagsEndpoints } from '@sergak/contract/tags/tags.endpoints.ts';
import type { TagFilePreview, tagFileReasons } from '@sergak/contract/tags/tags.schema.ts';
import type { SheetRow } from '@sergak/sheets/sheet-types.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { readUploadedRows } from '../../platform/uploaded-rows.ts';
import { rowsOfAddresses } from './address-rows.ts';
import { joinTag } from './bulk.service.ts';
import { findMembersByAddress } from './tags.query.ts';

/** Slightly more lines than an organisation can have people. A longer file must be something else. */
const ROWS_MAX = 120_000;
/** Maximum number of people that a preview lists by name. */
const SHOWN_MAX = 200;
/** Maximum number of rejected lines in a preview. The client saves them as a file to repair. */
const REJECTED_MAX = 5_000;

type Rejection = { line: number; email: string; reason: (typeof tagFileReasons)[number] };
type Line = { line: number; email: string };
type Read = { lines: number; people: { id: string; full_name: string; email: string }[]; rejections: Rejection[] };

/** The column with the most addresses, so that no heading is needed; -1 if there is none. */
const addressColumn = (rows: readonly SheetRow[]): number => {
  const counts: number[] = [];
  for (const { cells } of rows)
    cells.forEach((cell, column) => {
      if (holdsAddress(cell)) counts[column] = (counts[column] ?? 0) + 1;
    });
  return counts.reduce((best, count, column) => (count > (counts[best] ?? 0) ? column : best), -1);
};

/** The distinct addresses of a file, and the lines without an address. Lines above the first address are titles and headings. */
const addressesIn = (rows: readonly SheetRow[]): { addresses: Line[]; rejections: Rejection[] } => {
  const column = addressColumn(rows);
  if (column < 0) throw new AppError('import.columns_missing', { required: ['email'] });
  const addresses: Line[] = [];
  const rejections: Rejection[] = [];
  const seen = new Set<string>();
  const start = rows.findIndex(({ cells }) => (cells[column] ?? '').includes('@'));
  rows.slice(start).forEach(({ line, cells }) => {
    const { email, torn } = readAddress(cells[column] ?? '');
    const key = addressKey(email);
    if (torn || !isEmail(email)) {
      rejections.push({ line, email, reason: email === '' ? 'email_missing' : 'email_invalid' });
    } else if (seen.has(key)) rejections.push({ line, email, reason: 'email_twice_in_file' });
    else addresses.push({ line, email: key });
    seen.add(key);
  });
  return { addresses, rejections };
};

const readMembers = async (ctx: Ctx, tx: Tx): Promise<Read> => {
  const rows = await readUploadedRows(ctx, ROWS_MAX);
  const { addresses, rejections } = addressesIn(await rowsOfAddresses(ctx, rows, ROWS_MAX));
  const found = await findMembersByAddress(
    tx,
    addresses.map((one) => one.email),
  );
  const addressSet = new Set(found.map((person) => addressKey(person.email)));
  for (const { line, email } of addresses)
    if (!addressSet.has(email)) rejections.push({ line, email, reason: 'not_found' });
  rejections.sort((a, b) => a.line - b.line);
  return {
    lines: addresses.length + rejections.filter((one) => one.reason !== 'not_found').length,
    people: found,
    rejections,
  };
};

/** Finds the current people whose addresses are in a spreadsheet. Changes nothing. */
export const previewMembersFile = async (ctx: Ctx): Promise<TagFilePreview> => {
  const { lines, people, rejections } = await readMembers(ctx, ctx.tx);
  return {
    lines,
    found: people.length,
    rejected: rejections.length,
    people: people.slice(0, SHOWN_MAX),
    rejections: rejections.slice(0, REJECTED_MAX),
  };
};

/** Ids of the people whose addresses are in the uploaded spreadsheet. */
export const peopleOfFile = async (ctx: Ctx): Promise<string[]> =>
  (await readMembers(ctx, ctx.tx)).people.map((person) => person.id);

/** Adds the people of a spreadsheet to a tag that is filled by hand: a few people at once, many as a task. */
export const assignFile = async (ctx: Ctx, input: Input<(typeof tagsEndpoints)['tags.assign-file']>) => {
  const { people, rejections } = await readMembers(ctx, ctx.tx);
  const ids = people.map((person) => person.id);
  const { answer, entry } = await joinTag(ctx, input.id, ids, input.need_onboarding);
  const already = answer.task_id ? 0 : ids.length - answer.assigned;
  const rejected = rejections.length;
  return new Logged({ ...answer, already, rejected }, { ...entry, details: { ...entry.details, rejected } });
};
