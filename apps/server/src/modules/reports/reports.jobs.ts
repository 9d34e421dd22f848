import { rm, stat, writeFile } from 'node:fs/promises';
import { reportKinds } from '@sergak/contract/reports/reports.rules.ts';
import { XLSX_TYPE } from '@sergak/sheets/xlsx-write.ts';
import type { JobPayload } from '../../job-table.ts';
import { jobContext, type JobCtx } from '../../platform/jobs.ts';
import { PdfError, renderPdf } from './pdf/pdf.ts';
import { withLogo } from './certificate-pdf.ts';
import { scratchPath } from '../../platform/files.ts';
import { storeFile } from '../files/public.ts';
import { readingPlace, rendererOf } from './kinds.ts';
import * as repo from './reports.repo.ts';

const types = { pdf: 'application/pdf', xlsx: XLSX_TYPE } as const;

/** The subject of the report no longer exists. */
class SubjectGone extends Error {}

/** Makes the file of an ordered report and ends the report: complete with the file, or with an error. */
export const makeReport = async (ctx: JobCtx, payload: JobPayload<'reports.make-report'>): Promise<void> => {
  const report = await ctx.run('read', (tx) => repo.findTask(tx, payload.report_id));
  if (report?.status !== 'in_progress') return;
  const path = scratchPath(ctx.platform.files, `.${report.format}`);
  try {
    await writeReport(ctx, report, payload.organization_id, path);
    const { size } = await stat(path);
    await ctx.run('write', async (tx) => {
      const name = `${fileName(report.title)}.${report.format}`;
      const file = {
        path,
        name,
        type: types[report.format],
        size,
        createdBy: report.created_by,
        ...(report.params.own
          ? { visibility: 'owner' as const }
          : { visibility: 'admin' as const, permission: reportKinds[report.category].permission }),
      };
      const ended = await repo.finishReport(tx, report.id, { fileId: await storeFile(tx, ctx.platform, file) });
      if (!ended) throw new Error('the report was ended meanwhile'); // the file is no longer needed
    });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'failed' && !ctx.lastAttempt) throw error;
    if (reason === 'failed') ctx.platform.log.error({ report: report.id, err: error }, 'a report could not be made');
    await ctx.run('write', (tx) => repo.finishReport(tx, report.id, { error: reason }));
  } finally {
    await rm(path, { force: true });
  }
};

const reasonOf = (error: unknown) => {
  if (error instanceof SubjectGone) return 'gone';
  if (error instanceof PdfError && error.code === 'too_large') return 'too_large';
  return error instanceof PdfError && error.code === 'timeout' ? 'timeout' : 'failed';
};

const writeReport = async (
  ctx: JobCtx,
  report: repo.ReportTask,
  ownOrganization: string,
  path: string,
): Promise<void> => {
  const { category, format } = report;
  const about = jobContext(ctx.platform, readingPlace(report, ownOrganization), ctx.signal);
  if (format === 'xlsx') {
    const made = await about.run('read', (tx) => rendererOf(category, format)(tx, report, path));
    if (!made) throw new SubjectGone();
    return;
  }
  const spec = await about.run('read', (tx) => rendererOf(category, format)(tx, report, ctx.platform));
  if (!spec) throw new SubjectGone();
  const lane = category === 'certificate' ? 'certificates' : 'reports';
  await writeFile(path, await renderPdf(await withLogo(ctx.platform, spec), { lane, signal: ctx.signal }));
};

/** Turns a title into a file name that is valid on every file system. */
const fileName = (title: string): string =>
  title
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
