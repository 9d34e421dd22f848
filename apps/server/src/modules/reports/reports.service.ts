import type { z } from 'zod';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import {
  COMPLIANCE_DAYS,
  emailedKinds,
  kindsFor,
  kindsWithResults,
  reportKinds,
  type ReportCategory,
  type ReportFormat,
} from '@sergak/contract/reports/reports.rules.ts';
import type { campaignReportBody, Report, reportListQuery } from '@sergak/contract/reports/reports.schema.ts';
import type { CertificateDesign } from '@sergak/contract/certificates/certificates.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { PERIOD_DAYS } from '@sergak/contract/statistics/risk.rules.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx, type Platform } from '../../platform/context.ts';
import { asOrganization, inSystem, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { HEAVY_TASKS_MAX, lockHeavyWork } from '../../platform/tasks.ts';
import { deleteFileRows } from '../files/public.ts';
import { readCertificates } from './certificate.query.ts';
import { findZone } from './campaign.query.ts';
import { findExport } from './exports.query.ts';
import { subjects } from './kinds.ts';
import { findAttempt, readAssignments } from './learning.query.ts';
import { orderReport } from './order.service.ts';
import * as repo from './reports.repo.ts';
import { findRegistration } from './scorm.query.ts';
import { textsOf } from '../../platform/texts.ts';

type Order = {
  kind: ReportCategory;
  format: ReportFormat;
  subject: string;
  params?: Partial<Pick<repo.ReportParams, 'design' | 'own' | 'language' | 'scorm'>>;
  /** The wanted days; `usual` is the number of days if the first day is missing. */
  days?: Days & { usual: number };
};

/** Stores an order and queues its job, in the language of the caller. A report on an organisation is in its time zone. */
const start = async (ctx: Ctx, { kind, format, subject, params, days }: Order): Promise<Logged<Report>> => {
  const { id, language, name } = ctx.viewer;
  const { allows, notFound } = subjects[reportKinds[kind].subject];
  if (allows && !(await allows(ctx, subject))) throw new AppError(notFound);
  await lockHeavyWork(ctx.tx, id);
  if ((await repo.countRunning(ctx.tx, id)) >= HEAVY_TASKS_MAX)
    throw new AppError('task.limit', { most: HEAVY_TASKS_MAX }, 60);
  const email = emailedKinds.includes(kind) && ctx.viewer.role !== 'pdf_service' ? { email: true as const } : {};
  const timeZone =
    reportKinds[kind].subject === 'organization' ? await findZone(ctx.platform.db, subject) : ctx.viewer.timeZone;
  const order = {
    kind,
    format,
    subject,
    language,
    timeZone,
    person: { id, name },
    ...email,
    ...params,
    ...(days ? periodOf(days, timeZone) : {}),
    titleIn: language,
  };
  const made = await orderReport(ctx, order);
  if (!made) throw new AppError(notFound);
  return new Logged(await found(ctx, made.id), {
    kind: 'report',
    id: made.id,
    title: made.title,
    details: { category: kind, format },
  });
};

type Days = { from?: string | undefined; to?: string | undefined };
/** The period of an order: without ends, the last `usual` days with today. */
const periodOf = ({ from, to, usual }: NonNullable<Order['days']>, timeZone: string) => {
  const today = dayIn(now(), timeZone);
  const last = to ?? (from && from > today ? from : today);
  return { period: { from: from ?? addDays(last, 1 - usual), to: last } };
};

const found = async ({ tx, viewer }: Ctx, id: string, format?: ReportFormat): Promise<Report> => {
  const report = await repo.findReport(tx, id, { kinds: kindsFor(viewer.permissions), personId: viewer.id }, format);
  if (!report) throw new AppError('report.not_found');
  return report;
};

/** The report of a campaign: a PDF for people or a workbook with the data. */
export const makeCampaignReport = (ctx: Ctx, input: z.output<typeof campaignReportBody>) =>
  start(ctx, { kind: 'phishing-campaign', format: input.format, subject: input.campaign_id });

/** The workbook with all data of a campaign. */
export const makePhishingReport = (ctx: Ctx, input: { id: string }) =>
  start(ctx, { kind: 'phishing', format: 'xlsx', subject: input.id });

/** The PDF overview of the organisation or of a descendant; the acting organisation keeps the report. */
export const makeOverview = (ctx: Ctx, input: { organization_id?: string }) =>
  start(ctx, { kind: 'pdf', format: 'pdf', subject: input.organization_id ?? ctx.viewer.scope.organizationId });

type Wanted = { id: string; format: ReportFormat };
/** Progress of everyone in all assigned courses, of the organisation or of a descendant. */
export const makeProgressReport = (ctx: Ctx, input: { organization_id?: string | undefined; format: ReportFormat }) =>
  start(ctx, {
    kind: 'progress',
    format: input.format,
    subject: input.organization_id ?? ctx.viewer.scope.organizationId,
  });
/** The learners of one assigned course. With `type: scorm`, a native course is not found. */
export const makeCourseReport = async (ctx: Ctx, input: Wanted & { type?: 'scorm' | undefined }) => {
  if (input.type && (await readAssignments(ctx.tx, { id: input.id, scorm: true })).length === 0)
    throw new AppError('assignment.not_found');
  return start(ctx, { kind: 'course', format: input.format, subject: input.id });
};
/** All courses of one person, or only the SCORM courses. */
export const makeCoursesReport = (ctx: Ctx, input: Wanted & { type?: 'scorm' | undefined }) =>
  start(ctx, {
    kind: 'courses',
    format: input.format,
    subject: input.id,
    ...(input.type ? { params: { scorm: true } } : {}),
  });
/** A department and its descendants, compared with the organisation. */
export const makeDepartmentReport = (ctx: Ctx, input: Wanted & Days) =>
  start(ctx, { kind: 'department', format: input.format, subject: input.id, days: { ...input, usual: PERIOD_DAYS } });
/** Who finished the courses that were due in the period, of the organisation or of a descendant. */
export const makeComplianceReport = (
  ctx: Ctx,
  input: Days & { organization_id?: string | undefined; format: ReportFormat },
) =>
  start(ctx, {
    kind: 'compliance',
    format: input.format,
    subject: input.organization_id ?? ctx.viewer.scope.organizationId,
    days: { ...input, usual: COMPLIANCE_DAYS },
  });
/** One attempt at a quiz with its questions and answers. */
export const makeAttemptReport = (ctx: Ctx, input: Wanted) =>
  start(ctx, { kind: 'attempt', format: input.format, subject: input.id });
/** One attempt at a SCORM package, as the package reported it. */
export const makeScormAttemptReport = (ctx: Ctx, input: Wanted) =>
  start(ctx, { kind: 'attempt-scorm', format: input.format, subject: input.id });

/** The PDF of a certificate. A learner's own order is visible to the learner only. */
const makeCertificate =
  (design: CertificateDesign) =>
  (ctx: Ctx, { id, language }: { id: string; language?: Language | undefined }) =>
    start(ctx, {
      kind: 'certificate',
      format: 'pdf',
      subject: id,
      params: {
        design,
        ...(language ? { language } : {}),
        ...(ctx.viewer.permissions.has(reportKinds.certificate.permission) ? {} : { own: true as const }),
      },
    });
export const makeClassicCertificate = makeCertificate('classic');
export const makeModernCertificate = makeCertificate('modern');

/** The PDF of a certificate of the caller. Administrators who act in a child organisation get their own one too. */
export const makeOwnCertificate = async (
  ctx: Ctx,
  { id, design, language }: { id: string; design: CertificateDesign; language?: Language | undefined },
) => {
  const [one] = await readCertificates(ctx.tx, [id]);
  if (one?.employee_id !== ctx.viewer.id) throw new AppError('certificate.not_found');
  return start(ctx, {
    kind: 'certificate',
    format: 'pdf',
    subject: id,
    params: { design, own: true, ...(language ? { language } : {}) },
  });
};
/** The PDF of a quiz attempt of the caller. */
export const makeOwnAttempt = async (ctx: Ctx, { id }: { id: string }) => {
  if ((await findAttempt(ctx.tx, id))?.employee_id !== ctx.viewer.id) throw new AppError('attempt.not_found');
  return start(ctx, { kind: 'attempt', format: 'pdf', subject: id, params: { own: true } });
};
/** The PDF of an attempt of the caller at a SCORM package. */
export const makeOwnScormAttempt = async (ctx: Ctx, { id }: { id: string }) => {
  if ((await findRegistration(ctx.tx, id))?.employee_id !== ctx.viewer.id) throw new AppError('attempt.not_found');
  return start(ctx, { kind: 'attempt-scorm', format: 'pdf', subject: id, params: { own: true } });
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
  repo.listReports(ctx.tx, { ...input, kinds: kindsFor(ctx.viewer.permissions) });
export const listPdfReports = (ctx: Ctx, input: { limit: number; offset: number }) =>
  repo.listReports(ctx.tx, { ...input, kinds: kindsFor(ctx.viewer.permissions), format: 'pdf' });

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
export const sweepReports = async (platform: Platform): Promise<void> => {
  const bytes = await inSystem(platform.db, async (tx) => {
    await repo.endAbandoned(tx);
    return deleteFileRows(tx, await repo.deleteExpired(tx));
  });
  // The rows are deleted first: a row without its file would be worse than a file without its row.
  for (const key of bytes) await platform.files.remove(key);
};
