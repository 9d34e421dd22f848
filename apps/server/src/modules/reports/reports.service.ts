import type { z } from 'zod';
import type { ReportCategory, ReportFormat } from '@sergak/contract/reports/reports.rules.ts';
import type { campaignReportBody, Report, reportListQuery } from '@sergak/contract/reports/reports.schema.ts';
import { Logged, type Ctx, type Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { HEAVY_AT_ONCE, lockHeavyWork } from '../../platform/tasks.ts';
import { forgetFiles } from '../files/public.ts';
import { findCampaignHead, findTitle } from './campaign.query.ts';
import * as repo from './reports.repo.ts';
import { words } from './words.ts';

type Order = {
  category: ReportCategory;
  format: ReportFormat;
  title: string;
  campaign_id?: string;
  organization_id?: string;
};

/** Writes the order down and starts its job, in the language and time zone of who asks. */
const start = async (ctx: Ctx, order: Order): Promise<Logged<Report>> => {
  const { category, format, title, ...subject } = order;
  const { id, language, timeZone, name } = ctx.viewer;
  const params = { language, time_zone: timeZone, asked_by: name, ...subject };
  await lockHeavyWork(ctx.tx, id);
  if ((await repo.countRunning(ctx.tx, id)) >= HEAVY_AT_ONCE)
    throw new AppError('task.limit', { most: HEAVY_AT_ONCE }, 60);
  const report_id = await repo.insertReport(ctx.tx, { category, format, title, params, createdBy: id });
  await enqueue(ctx.tx, 'reports.make-report', { organization_id: ctx.viewer.scope.organizationId, report_id });
  return new Logged(await found(ctx.tx, report_id), title, { category: [null, category], format: [null, format] });
};

const found = async (tx: Tx, id: string, format?: ReportFormat): Promise<Report> => {
  const report = await repo.findReport(tx, id, format);
  if (!report) throw new AppError('report.not_found');
  return report;
};

/** The report of a campaign: a PDF for people or a workbook with the data. */
export const makeCampaignReport = async (ctx: Ctx, input: z.output<typeof campaignReportBody>) => {
  const campaign = await findCampaignHead(ctx.tx, input.campaign_id);
  if (!campaign) throw new AppError('campaign.not_found');
  const title = words[ctx.viewer.language].campaignTitle(campaign.name);
  return start(ctx, { category: 'phishing-campaign', format: input.format, title, campaign_id: campaign.id });
};

/** The workbook with all data of a campaign. */
export const makePhishingReport = async (ctx: Ctx, input: { id: string }) => {
  const campaign = await findCampaignHead(ctx.tx, input.id);
  if (!campaign) throw new AppError('campaign.not_found');
  const title = words[ctx.viewer.language].campaignTitle(campaign.name);
  return start(ctx, { category: 'phishing', format: 'xlsx', title, campaign_id: campaign.id });
};

/** The PDF overview of the organisation, or of one below it; it is kept where it was asked for. */
export const makeOverview = async (ctx: Ctx, input: { organization_id?: string }) => {
  const { organizationId, readable } = ctx.viewer.scope;
  const organization_id = input.organization_id ?? organizationId;
  if (organization_id !== organizationId && !readable.includes(organization_id))
    throw new AppError('organization.not_found');
  const name = await findTitle(ctx.platform.db, organization_id);
  return start(ctx, {
    category: 'pdf',
    format: 'pdf',
    title: words[ctx.viewer.language].overviewTitle(name),
    organization_id,
  });
};

export const getReport = (ctx: Ctx, input: { id: string }) => found(ctx.tx, input.id);
export const getPdfReport = (ctx: Ctx, input: { id: string }) => found(ctx.tx, input.id, 'pdf');
export const listReports = (ctx: Ctx, input: z.output<typeof reportListQuery>) => repo.listReports(ctx.tx, input);
export const listPdfReports = (ctx: Ctx, input: { limit: number; offset: number }) =>
  repo.listReports(ctx.tx, { ...input, format: 'pdf' });

/** Ends abandoned reports and deletes those whose 30 days are over, with their files. */
export const sweepReports = async (platform: Platform): Promise<void> => {
  const bytes = await inSystem(platform.db, async (tx) => {
    await repo.endAbandoned(tx);
    return forgetFiles(tx, await repo.deleteExpired(tx));
  });
  // Bytes go last: a row without its file would be worse than a file without its row.
  for (const key of bytes) await platform.files.remove(key);
};
