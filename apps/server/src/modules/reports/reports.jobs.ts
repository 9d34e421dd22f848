import { rm, stat, writeFile } from 'node:fs/promises';
import { kindsWithResults, reportKinds } from '@sergak/contract/reports/reports.rules.ts';
import { XLSX_TYPE } from '@sergak/sheets/xlsx-write.ts';
import { isAnonymous } from '../directory/public.ts';
import type { JobPayload } from '../../job-table.ts';
import { jobContext, type JobCtx } from '../../platform/jobs.ts';
import { PdfError, renderPdf } from './pdf/pdf.ts';
import { withLogo } from './certificate-pdf.ts';
import { scratchPath } from '../../platform/files.ts';
import { storeFile } from '../files/public.ts';
import { queueLink } from './report-email.ts';
import { readingPlace, rendererOf } from './kinds.ts';
import * as repo from './reports.repo.ts';

const types = { pdf: 'application/pdf', xlsx: XLSX_TYPE } as const;

/** The report has results of simulations, and its organisation is anonymous. */
class Anonymous extends Error {}

/** The subject of the report no longer exists. */
class SubjectGone extends Error {}

/** The report was cancelled, or ended by the sweep, while its file was written. */
class EndedMeanwhile extends Error {}
/** How often a running report looks whether it was cancelled. */
const LOOK_MS = 1_000;

/** Calls `work` with a signal that is aborted when the report is cancelled. */
const untilCancelled = async (ctx: JobCtx, id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
  const stop = new AbortController();
  const timer = setInterval(() => {
    ctx
      .run('read', (tx) => repo.isRunning(tx, id))
      .then((running) => running || stop.abort(new EndedMeanwhile()))
      .catch(() => undefined); // the next look, or the end of the job, meets the failure as well
  }, LOOK_MS);
  try {
    await work(AbortSignal.any([ctx.signal, stop.signal]));
  } catch (error) {
    throw stop.signal.aborted ? new EndedMeanwhile() : error;
  } finally {
    clearInterval(timer);
  }
};

/** Makes the file of an ordered report and ends the report: complete with the file, or with an error. */
export const makeReport = async (ctx: JobCtx, payload: JobPayload<'reports.make-report'>): Promise<void> => {
  const report = await ctx.run('read', (tx) => repo.findReportTask(tx, payload.report_id));
  if (report?.status !== 'in_progress') return;
  const path = scratchPath(ctx.platform.files, `.${report.format}`);
  try {
    await untilCancelled(ctx, report.id, (signal) =>
      writeReport(ctx, { ...report, signal }, payload.organization_id, path),
    );
    const { size } = await stat(path);
    await ctx.run('write', async (tx) => {
      if (!(await repo.lockRunningReport(tx, report.id))) throw new EndedMeanwhile(); // the file is not needed
      const name = `${fileName(report.title)}.${report.format}`;
      const file = {
        path,
        name,
        type: types[report.format],
        size,
        createdBy: report.created_by,
        ...(kindsWithResults.includes(report.category)
          ? { resultsOf: readingPlace(report, payload.organization_id) }
          : {}),
        ...(report.params.own
          ? { visibility: 'owner' as const }
          : { visibility: 'admin' as const, permission: reportKinds[report.category].permission }),
      };
      const fileId = await storeFile(tx, ctx.platform, file);
      await repo.finishReport(tx, report.id, { fileId });
      if (report.params.email) await queueLink(tx, ctx.platform, report);
    });
  } catch (error) {
    if (error instanceof EndedMeanwhile) return;
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
  if (error instanceof Anonymous) return 'anonymous';
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
  if (kindsWithResults.includes(category) && (await about.run('read', isAnonymous))) throw new Anonymous();
  if (format === 'xlsx') {
    const renderer = await about.run('read', (tx) => rendererOf(category, format)(tx, report, path));
    if (!renderer) throw new SubjectGone();
    return;
  }
  const spec = await about.run('read', (tx) => rendererOf(category, format)(tx, report, ctx.platform));
  if (!spec) throw new SubjectGone();
  const lane = category === 'certificate' ? 'certificates' : 'reports';
  await writeFile(
    path,
    await renderPdf(await withLogo(ctx.platform, spec), { lane, ...(report.signal ? { signal: report.signal } : {}) }),
  );
};

/** Turns a title into a file name that is valid on every file system. */
const fileName = (title: string): string =>
  title
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
