import { sql } from 'kysely';
import type { z } from 'zod';
import {
  REPORT_DAYS,
  REPORT_PATIENCE_MINUTES,
  type ReportCategory,
  type ReportFormat,
} from '@sergak/contract/reports/reports.rules.ts';
import type { Sorting } from '@sergak/contract/paging.ts';
import type { Report, reportListQuery } from '@sergak/contract/reports/reports.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { CertificateDesign } from '@sergak/contract/certificates/certificates.rules.ts';
import { after, DAY, iso, MINUTE, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { inSearchText } from '../../platform/search.query.ts';

/** Subject and language of a report, stored with it so that the job needs nothing else. */
export type ReportParams = {
  language: Language;
  time_zone: string;
  asked_by: string;
  /** Id of the subject: a campaign, an organisation or what else the kind of report is about. */
  subject_id: string;
  /** Design of a certificate. */
  design?: CertificateDesign;
  /** Only SCORM courses. */
  scorm?: boolean;
  /** A learner ordered the own certificate or attempt: nobody else sees the report. */
  own?: true;
  /** Days YYYY-MM-DD, both included. Without it, each kind has a period of its own. */
  period?: { readonly from: string; readonly to: string };
  /** The person who ordered the report gets a link by email once it is complete. */
  email?: true;
};
export type NewReport = {
  category: ReportCategory;
  format: ReportFormat;
  title: string;
  params: ReportParams;
  createdBy: string;
};

/** Reports of a person that are still being made. */
export const countRunning = async (tx: Tx, personId: string): Promise<number> => {
  const row = await tx
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('created_by', '=', personId)
    .where('status', '=', 'in_progress')
    .executeTakeFirstOrThrow();
  return row.n;
};

export const insertReport = async (tx: Tx, report: NewReport): Promise<string> => {
  const row = await tx
    .insertInto('reports')
    .values({
      category: report.category,
      format: report.format,
      title: report.title,
      params: JSON.stringify(report.params),
      created_by: report.createdBy,
      created_at: now(),
      expires_at: after(now(), REPORT_DAYS * DAY),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const findReportTask = async (tx: Tx, id: string) => {
  const row = await tx
    .selectFrom('reports')
    .select(['id', 'category', 'format', 'title', 'params', 'status', 'created_by', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const params = row.params as ReportParams;
  return { ...row, category: row.category as ReportCategory, params, subject_id: params.subject_id };
};
export type ReportTask = NonNullable<Awaited<ReturnType<typeof findReportTask>>> & {
  /** Aborted when the report is cancelled or the process ends. */
  readonly signal?: AbortSignal;
};

/** {@link isRunning}, and nobody ends the report before the end of the transaction. */
export const lockRunningReport = async (tx: Tx, id: string): Promise<boolean> => {
  const row = await tx.selectFrom('reports').select('status').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.status === 'in_progress';
};

/** Whether the report is still being made: false after its cancellation. */
export const isRunning = async (tx: Tx, id: string): Promise<boolean> => {
  const row = await tx.selectFrom('reports').select('status').where('id', '=', id).executeTakeFirst();
  return row?.status === 'in_progress';
};

/** Ends a report, unless it has ended. Returns whether this call ended it. */
export const finishReport = async (
  tx: Tx,
  id: string,
  end: { fileId: string } | { error: string },
): Promise<boolean> => {
  const done =
    'fileId' in end
      ? { status: 'complete' as const, file_id: end.fileId }
      : { status: 'error' as const, error: end.error };
  const row = await tx
    .updateTable('reports')
    .set({ ...done, finished_at: now() })
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

const base = (tx: Tx) =>
  tx
    .selectFrom('reports as r')
    .leftJoin('employees as e', 'e.id', 'r.created_by')
    .where('r.expires_at', '>', iso(now()));
const columns = [
  'r.id',
  'r.category',
  'r.format',
  'r.title',
  'r.status',
  'r.error',
  'r.file_id',
  'r.created_by',
  'e.full_name',
  'r.created_at',
  'r.finished_at',
  'r.expires_at',
  sql<boolean>`r.params ? 'email'`.as('emailed'),
] as const;

type Row = Omit<Report, 'url' | 'created_by' | 'category' | 'error' | 'will_be_sent'> & {
  emailed: boolean;
  category: string;
  error: string | null;
  file_id: string | null;
  created_by: string;
  full_name: string | null;
};
const shown = ({ file_id, created_by, full_name, emailed, ...row }: Row): Report => ({
  ...row,
  category: row.category as Report['category'],
  error: row.error as Report['error'],
  will_be_sent: emailed && row.status === 'in_progress',
  url: row.status === 'complete' && file_id ? `/lk/files/${file_id}` : null,
  created_by: full_name === null ? null : { id: created_by, full_name },
});

/** A report that a learner ordered about themselves. */
const own = sql<boolean>`r.params ? 'own'`;

/** The report with this id, if it is of one of these kinds, or the person ordered it about themselves. */
export const findReport = async (
  tx: Tx,
  id: string,
  by: { readonly kinds: readonly ReportCategory[]; readonly personId: string },
  format?: ReportFormat,
): Promise<Report | undefined> => {
  let query = base(tx)
    .select(columns)
    .where('r.id', '=', id)
    .where(sql<boolean>`case when ${own} then r.created_by = ${by.personId} else r.category = any(${by.kinds}) end`);
  if (format) query = query.where('r.format', '=', format);
  const row = await query.executeTakeFirst();
  return row && shown(row);
};

const orders = {
  title: sql`r.title collate "ru-RU-x-icu"`,
  status: sql`r.status`,
  author: sql`e.full_name collate "ru-RU-x-icu"`,
  created_at: sql`r.created_at`,
};
type ListOptions = Partial<Sorting<keyof typeof orders>> &
  Omit<z.output<typeof reportListQuery>, 'sort_by' | 'sort_order' | 'search'> & {
    search?: string;
    kinds: readonly ReportCategory[];
    format?: ReportFormat;
  };
export const selectReports = async (tx: Tx, o: ListOptions) => {
  let query = base(tx)
    .where('r.category', 'in', o.kinds)
    .where(sql<boolean>`not ${own}`);
  if (o.category) query = query.where('r.category', '=', o.category);
  if (o.format) query = query.where('r.format', '=', o.format);
  if (o.search) query = query.where(inSearchText(sql`concat(r.search_text, e.search_text)`, o.search));
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(columns)
    .orderBy(sql`${orders[o.sort_by ?? 'created_at']} ${sql.raw(o.sort_order ?? 'desc')} nulls last`)
    .orderBy('r.id')
    .limit(o.limit)
    .offset(o.offset)
    .execute();
  return { data: rows.map(shown), total_count: n };
};

/** The person to whom a link to the report is emailed; undefined if the person was removed. */
export const findReportAddressee = (tx: Tx, id: string) =>
  tx
    .selectFrom('employees as e')
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .select(['e.id', 'e.email', 'e.first_name', 'o.title', 'o.brand_color'])
    .select(sql<Language>`coalesce(e.language, o.language)`.as('language'))
    .where('e.id', '=', id)
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst();

/** Ends reports whose worker is gone for good. Crosses tenants: one sweep for all organisations. */
export const endAbandoned = (tx: SystemTx) =>
  tx
    .updateTable('reports')
    .set({ status: 'error', error: 'timeout', finished_at: now() })
    .where('status', '=', 'in_progress')
    .where('created_at', '<', iso(after(now(), -REPORT_PATIENCE_MINUTES * MINUTE)))
    .execute();

/** The organisation of the transaction, and the organisations above it. */
export const findAncestors = async (tx: Tx): Promise<{ id: string; ancestors: string[] }> => {
  const { rows } = await sql<{ id: string; ancestors: string[] }>`
    select id, trim_array(path, 1) as ancestors from organizations where id = (select current_setting('app.org'))::uuid`.execute(
    tx,
  );
  return rows[0]!;
};

/** Lets the next sweep delete reports of these kinds with their files: all, or those on one subject. */
export const expireKinds = async (tx: Tx, kinds: readonly ReportCategory[], subjectId?: string): Promise<void> => {
  await tx
    .updateTable('reports')
    .set({ expires_at: iso(now()) })
    .where('category', 'in', kinds)
    .$if(subjectId !== undefined, (q) => q.where(sql<boolean>`params ->> 'subject_id' = ${subjectId}`))
    .execute();
};

/** Deletes expired reports and returns their files. Crosses tenants: one sweep for all organisations. */
export const deleteExpiredReports = async (tx: SystemTx): Promise<string[]> => {
  const rows = await tx.deleteFrom('reports').where('expires_at', '<=', iso(now())).returning('file_id').execute();
  return rows.flatMap((row) => (row.file_id ? [row.file_id] : []));
};
