import {
  importResult,
  type ImportReason,
  type ImportRow,
  type ImportVerdict,
  type PastImport,
} from '@sergak/contract/employees/imports.schema.ts';
import { foldText } from '@sergak/contract/fold.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

type Stored = Omit<ImportRow, 'reasons' | 'before'> & { reasons: string[]; now: Record<string, string> | null };

/** Splits «email_twice_in_file:12» into the code and the number of the other line. */
export const readReason = (text: string) => {
  const [code, line] = text.split(':') as [ImportReason, string | undefined];
  return { code, line: line === undefined ? null : Number(line) };
};

const compared = ['last_name', 'first_name', 'middle_name', 'position', 'role'] as const;

const before = (row: Stored, departmentPath: string): Record<string, string> => {
  if ((row.verdict !== 'changed' && row.verdict !== 'returned') || !row.now) return {};
  const found: Record<string, string> = {};
  for (const field of compared)
    if (row[field] !== '' && row[field] !== row.now[field]) found[field] = row.now[field] ?? '';
  if (row.now['email'] !== undefined && row.email.toLowerCase() !== row.now['email'].toLowerCase())
    found['email'] = row.now['email'];
  if (row.department !== '' && foldText(row.department) !== foldText(departmentPath)) found.department = departmentPath;
  return found;
};

export type RowsOptions = { verdict: ImportVerdict; reasons: readonly string[]; limit: number; offset: number };

/** Lines of one verdict in file order. Changed lines include the stored values that differ. */
export const listRows = async (tx: Tx, importId: string, o: RowsOptions, pathById: (id: string) => string) => {
  const where = sql`r.import_id = ${importId} and r.verdict = ${o.verdict} and (${o.reasons.length} = 0
    or exists (select from unnest(r.reasons) as reason where split_part(reason, ':', 1) = any(${o.reasons}::text[])))`;
  const { rows } = await sql<Stored & { department_id: string | null }>`
    select r.line, r.verdict, r.reasons, r.employee_id, r.email, r.last_name, r.first_name, r.middle_name, r.position, r.department, r.role, r.raw,
      e.department_id, case when e.id is not null then json_build_object('last_name', e.last_name, 'first_name', e.first_name,
        'middle_name', e.middle_name, 'position', e.position, 'role', e.role, 'email', e.email) end as now
    from employee_import_rows r left join employees e on e.id = r.employee_id
    where ${where} order by r.line limit ${o.limit} offset ${o.offset}`.execute(tx);
  const count = await sql<{ n: number }>`select count(*) as n from employee_import_rows r where ${where}`.execute(tx);
  const data = rows.map(({ now, department_id, ...row }): ImportRow => ({
    ...row,
    reasons: row.reasons.map(readReason),
    before: before({ ...row, now }, department_id ? pathById(department_id) : ''),
  }));
  return { data, total_count: count.rows[0]!.n };
};

/** Stored imports, the latest first. */
export const listImports = async (tx: Tx, o: { limit: number; offset: number }) => {
  const { rows } = await sql<Omit<PastImport, 'result'> & { result: unknown }>`
    select i.id, i.file_name, i.status, i.result, i.rejected_file_id is not null as has_rejected_file, i.created_at, i.finished_at,
      coalesce(e.full_name, '') as created_by
    from employee_imports i left join employees e on e.id = i.created_by
    order by i.created_at desc, i.id limit ${o.limit} offset ${o.offset}`.execute(tx);
  const count = await sql<{ n: number }>`select count(*) as n from employee_imports`.execute(tx);
  const data = rows.map((row): PastImport => ({ ...row, result: importResult.nullable().parse(row.result) }));
  return { data, total_count: count.rows[0]!.n };
};

/** Rejected lines in file order, read in pages. */
export async function* rejectedRows(tx: Tx, importId: string) {
  for (let after = 0; ;) {
    const { rows } = await sql<{ line: number; reasons: string[]; email: string; raw: string[] }>`
      select line, reasons, email, raw from employee_import_rows
      where import_id = ${importId} and verdict = 'rejected' and line > ${after} order by line limit 2000`.execute(tx);
    yield* rows;
    if (rows.length === 0) return;
    after = rows.at(-1)!.line;
  }
}
