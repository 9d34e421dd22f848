import type { z } from 'zod';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import {
  emailedKinds,
  kindsFor,
  kindsWithResults,
  reportKinds,
  type ReportCategory,
  type ReportFormat,
} from '@sergak/contract/reports/reports.rules.ts';
import type { Report, reportListQuery } from '@sergak/contract/reports/reports.schema.ts';
import type { CertificateDesign } from '@sergak/contract/certificates/certificates.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx, type Platform } from '../../platform/context.ts';
import { asOrganization, inSystem, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { HEAVY_TASKS_MAX, lockHeavyWork } from '../../platform/tasks.ts';
import { deleteFileRows } from '../files/public.ts';
import { findZone } from './campaign.query.ts';
import { findExport } from './exports.query.ts';
import { subjects } from './kinds.ts';
import { readAssignments } from './learning.query.ts';
import { orderReport } from './order.service.ts';
import * as repo from './reports.repo.ts';
import { textsOf } from '../../platform/texts.ts';

/** What the calls that make reports name: the subject, and how the report looks. */
type Wanted = {
  readonly id?: string;
  readonly campaign_id?: string;
  readonly organization_id?: string | undefined;
  readonly format?: ReportFormat;
  readonly language?: Language | undefined;
  readonly design?: CertificateDesign;
  /** Only SCORM courses. */
  readonly type?: 'scorm' | undefined;
} & Days;
type Options = {
  /** The report covers a period: by default so many days, up to today. */
  readonly days?: number;
  readonly design?: CertificateDesign;
  /** The report is about the caller, and visible to the caller only. */
  readonly own?: true;
};

const requireSubject = async (ctx: Ctx, kind: ReportCategory, id: string, { type }: Wanted, isOwn: boolean) => {
  const { allows, ownerOf, notFound } = subjects[reportKinds[kind].subject];
  const isAllowed =
    (!allows || (await allows(ctx, id))) &&
    (!isOwn || (await ownerOf!(ctx.tx, id)) === ctx.viewer.id) &&
    // A native course is not found among the SCORM courses.
    (kind !== 'course' || !type || (await readAssignments(ctx.tx, { id, scorm: true })).length > 0);
  if (!isAllowed) throw new AppError(notFound);
};

/**
 * Returns the handler that makes reports of a kind, by default on the organisation: it stores the order and queues its job, in the
 * language of the caller. A report on an organisation is in its time zone.
 */
export const make =
  (kind: ReportCategory, { days, design, own }: Options = {}) =>
  async (ctx: Ctx, input: Wanted): Promise<Logged<Report>> => {
    const { id, language, name, permissions, role, scope } = ctx.viewer;
    const { subject: about, permission } = reportKinds[kind];
    const subject = input.id ?? input.campaign_id ?? input.organization_id ?? scope.organizationId;
    const format = input.format ?? reportKinds[kind].formats[0];
    await requireSubject(ctx, kind, subject, input, own === true);
    await lockHeavyWork(ctx.tx, id);
    if ((await repo.countRunning(ctx.tx, id)) >= HEAVY_TASKS_MAX)
      throw new AppError('task.limit', { most: HEAVY_TASKS_MAX }, 60);
    const timeZone = about === 'organization' ? await findZone(ctx.platform.db, subject) : ctx.viewer.timeZone;
    const isOwn = own === true || (kind === 'certificate' && !permissions.has(permission));
    const orderedReport = await orderReport(ctx, {
      kind,
      format,
      subject,
      language: input.language ?? language,
      timeZone,
      person: { id, name },
      ...(emailedKinds.includes(kind) && role !== 'pdf_service' && { email: true as const }),
      ...(kind === 'certificate' && { design: input.design ?? design! }),
      ...(kind === 'courses' && input.type && { scorm: true }),
      ...(isOwn && { own: true as const }),
      ...(days !== undefined && periodOf({ ...input, usual: days }, timeZone)),
      titleIn: language,
    });
    if (!orderedReport) throw new AppError(subjects[about].notFound);
    const details = { category: kind, format };
    return new Logged(await found(ctx, orderedReport.id), {
      kind: 'report',
      id: orderedReport.id,
      title: orderedReport.title,
      details,
    });
  };

type Days = { from?: string | undefined; to?: string | undefined };
/** The period of an order: without ends, the last `usual` days with today. */
const periodOf = ({ from, to, usual }: Days & { usual: number }, timeZone: string) => {
  const today = dayIn(now(), timeZone);
  const last = to ?? (from && from > today ? from : today);
  return { period: { from: from ?? addDays(last, 1 - usual), to: last } };
};

const found = async ({ tx, viewer }: Ctx, id: string, format?: ReportFormat): Promise<Report> => {
  const report = await repo.findReport(tx, id, { kinds: kindsFor(viewer.permissions), personId: viewer.id }, format);
  if (!report) throw new AppError('report.not_found');
  return report;
};

/** A report that the caller ordered about themselves: a certificate or an attempt. */
export const getOwnReport = async ({ tx, viewer }: Ctx, input: { id: string }): Promise<Report> => {
  const report = await repo.findReport(tx, input.id, { kinds: [], personId: viewer.id }, 'pdf');
  if (!report) throw new AppError('report.not_found');
  return report;
};

/** A report, or the export of selected people that the caller ordered. */
export const getReport = async (ctx: Ctx, input: { id: string }): Promise<Report> => {
  const { id, name, language } = ctx.viewer;
  return (
    (await findExport(ctx.tx, input.id, { id, name, title: textsOf(language, 'reports__server')('sheets.people') })) ??
    (await found(ctx, input.id))
  );
};
/** Ends a report in progress. Its job notices within seconds and stops. */
export const cancelReport = async (ctx: Ctx, input: { id: string }) => {
  const { title } = await found(ctx, input.id);
  if (!(await repo.finishReport(ctx.tx, input.id, { error: 'cancelled' }))) throw new AppError('report.ended');
  return new Logged(await found(ctx, input.id), { kind: 'report', id: input.id, title });
};
export const getPdfReport = (ctx: Ctx, input: { id: string }) => found(ctx, input.id, 'pdf');
export const listReports = (ctx: Ctx, input: z.output<typeof reportListQuery>) =>
  repo.selectReports(ctx.tx, { ...input, kinds: kindsFor(ctx.viewer.permissions) });
export const listPdfReports = (ctx: Ctx, input: { limit: number; offset: number }) =>
  repo.selectReports(ctx.tx, { ...input, kinds: kindsFor(ctx.viewer.permissions), format: 'pdf' });

/**
 * Deletes the reports with results of simulations, with the next sweep, also those that ancestors keep about this organisation: it
 * becomes anonymous.
 */
export const dropResultReports = async (tx: Tx): Promise<void> => {
  await repo.expireKinds(tx, kindsWithResults);
  const { id, ancestors } = await repo.findAncestors(tx);
  for (const one of ancestors) await asOrganization(tx, one, () => repo.expireKinds(tx, kindsWithResults, id));
};

/** Ends abandoned reports and deletes those older than 30 days with their files. */
export const sweepExpiredReports = async (platform: Platform): Promise<void> => {
  const bytes = await inSystem(platform.db, async (tx) => {
    await repo.endAbandoned(tx);
    return deleteFileRows(tx, await repo.deleteExpiredReports(tx));
  });
  // The rows are deleted first: a row without its file would be worse than a file without its row.
  for (const key of bytes) await platform.files.remove(key);
};
