import { endOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import type { TableSheet } from '@sergak/sheets/xlsx-write.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { reactionFigures } from '../statistics/public.ts';
import * as query from './campaign.query.ts';
import { reportLocale, type ReportLocale } from './frame.ts';
import { readableSubject, verdictReason } from './readable.ts';
import { reactionRows } from './reactions.ts';
import type { ReportTask } from './reports.repo.ts';
import { mapped } from './table-report.ts';

/** Writes the workbook of a campaign row by row. Returns false if the campaign no longer exists. */
export const writeCampaignXlsx = async (tx: Tx, report: ReportTask, path: string): Promise<boolean> => {
  const campaignId = report.subject_id;
  const campaign = await query.findCampaign(tx, campaignId);
  if (!campaign) return false;
  const { time_zone, language } = report.params;
  const locale = reportLocale(language, time_zone);
  const counts = await query.campaignCounts(tx, campaignId);
  const reports = counts.reported > 0;
  const sheets = [
    await summarySheet(tx, locale, campaign, counts, time_zone),
    peopleSheet(tx, locale, campaignId, reports, report.signal),
    eventsSheet(tx, locale, campaignId, report.signal),
    await departmentsSheet(tx, locale, campaignId, reports),
    await emailsSheet(tx, locale, campaignId, reports),
  ];
  await writeWorkbook(path, sheets, time_zone);
  return true;
};

const text = (title: string, width?: number): TableColumn => ({ title, ...(width === undefined ? {} : { width }) });
const number = (title: string): TableColumn => ({ title, type: 'number' });
const moment = (title: string): TableColumn => ({ title, type: 'datetime' });
const share = (title: string): TableColumn => ({ title, type: 'percent' });

/** Returns `parts` if anybody reported the email, else nothing. */
const where = <T>(reports: boolean, ...parts: T[]): T[] => (reports ? parts : []);

const summarySheet = async (
  tx: Tx,
  locale: ReportLocale,
  campaign: query.CampaignFacts,
  counts: query.Counts,
  zone: string,
): Promise<TableSheet> => {
  const { words: w } = locale;
  const states = await query.campaignStates(tx, campaign.id);
  const systems = await query.campaignSystems(tx, campaign.id);
  const part = (label: string, value: number) => [label, '', value, shareOf(value, counts.recipients)];
  return {
    name: w.sheets.summary,
    columns: [text(w.col.what, 34), text(w.col.value, 44), number(w.col.count), share(w.col.share)],
    rows: [
      [w.fact.campaign, campaign.name],
      [w.fact.status, w.status[campaign.status]],
      [w.fact.testing, campaign.is_testing ? w.yes : w.no],
      [w.fact.start, locale.time(campaign.start_at)],
      [w.fact.end, locale.time(endOf(campaign))],
      [w.fact.author, campaign.author ?? ''],
      [w.fact.made, locale.time(iso(now()))],
      [w.fact.zone, zone],
      [w.fact.recipients, '', counts.recipients],
      part(w.col.sent, counts.sent),
      part(w.col.opened, counts.opened),
      ...where(counts.reported > 0, part(w.col.reported, counts.reported)),
      part(w.col.clicked, counts.clicked),
      part(w.col.opened_attachment, counts.opened_attachment),
      part(w.col.entered_data, counts.entered_data),
      [w.col.danger, '', null, query.dangerOf(counts)],
      ...reactionRows(locale, await reactionFigures(tx, campaign.id), counts.recipients),
      ...states.map((one) => [
        `${w.col.state}: ${w.state[one.state]}`,
        '',
        one.count,
        shareOf(one.count, counts.recipients),
      ]),
      ...systems.map((one) => [
        `${w.col.os}: ${one.os ?? w.otherSystem}`,
        '',
        one.count,
        shareOf(one.count, counts.recipients),
      ]),
    ],
  };
};

const peopleSheet = (
  tx: Tx,
  locale: ReportLocale,
  id: string,
  reports: boolean,
  signal: AbortSignal | undefined,
): TableSheet => {
  const { words: w } = locale;
  const c = w.col;
  return {
    name: w.sheets.people,
    columns: [
      text(c.name, 32),
      text(c.email, 28),
      text(c.position, 24),
      text(c.department, 24),
      text(c.simulated_email, 24),
      text(c.state, 18),
      text(c.result, 20),
      text(c.late, 18),
      ...where(reports, text(c.reported, 11)),
      moment(c.sent_at),
      moment(c.opened_at),
      ...where(reports, moment(c.reported_at)),
      moment(c.clicked_at),
      moment(c.attachment_at),
      moment(c.entered_at),
      text(c.os, 16),
      text(c.reply, 30),
    ],
    rows: mapped(until(query.campaignPeople(tx, id), signal), (one) => [
      one.full_name || one.address,
      one.address,
      one.position,
      one.department,
      one.email,
      w.state[one.state],
      w.result[one.result],
      one.late ? w.yes : w.no,
      ...where(reports, one.reported_at ? w.yes : w.no),
      one.sent_at,
      one.opened_at,
      ...where(reports, one.reported_at),
      one.clicked_at,
      one.attachment_opened_at,
      one.entered_at,
      one.os,
      one.reply,
    ]),
  };
};

const eventsSheet = (tx: Tx, locale: ReportLocale, id: string, signal: AbortSignal | undefined): TableSheet => {
  const { words: w } = locale;
  const c = w.col;
  return {
    name: w.sheets.events,
    columns: [
      moment(c.at),
      text(c.name, 32),
      text(c.email, 28),
      text(c.department, 24),
      text(c.event, 20),
      text(c.verdict, 14),
      text(c.reason, 34),
      text(c.overruled, 18),
      text(c.os, 16),
      text(c.browser, 16),
      text(c.ip, 16),
      text(c.agent, 40),
      text(c.fields, 24),
    ],
    rows: mapped(until(query.campaignEvents(tx, id), signal), (one) => [
      one.at,
      one.full_name || one.address,
      one.address,
      one.department,
      w.event[one.kind],
      one.human ? w.verdict.human : w.verdict.automatic,
      verdictReason(one.verdict, locale.language),
      one.overruled ? w.verdict.overruled : '',
      one.os,
      one.browser,
      one.ip,
      one.user_agent,
      one.fields.join(', '),
    ]),
  };
};

const countColumns = ({ words: { col: c } }: ReportLocale, reports: boolean) => [
  number(c.recipients),
  number(c.sent),
  number(c.opened),
  ...where(reports, number(c.reported)),
  number(c.clicked),
  number(c.opened_attachment),
  number(c.entered_data),
  share(c.danger),
];
const countsOf = (one: query.Counts, reports: boolean) => [
  one.recipients,
  one.sent,
  one.opened,
  ...where(reports, one.reported),
  one.clicked,
  one.opened_attachment,
  one.entered_data,
  query.dangerOf(one),
];

const departmentsSheet = async (tx: Tx, locale: ReportLocale, id: string, reports: boolean): Promise<TableSheet> => ({
  name: locale.words.sheets.departments,
  columns: [text(locale.words.col.department, 36), ...countColumns(locale, reports)],
  rows: (await query.campaignDepartments(tx, id)).map((one) => [one.title, ...countsOf(one, reports)]),
});

const emailsSheet = async (tx: Tx, locale: ReportLocale, id: string, reports: boolean): Promise<TableSheet> => {
  const c = locale.words.col;
  return {
    name: locale.words.sheets.emails,
    columns: [
      text(c.simulated_email, 30),
      text(c.template, 30),
      text(c.subject, 44),
      text(c.sender, 40),
      ...countColumns(locale, reports),
    ],
    rows: (await query.campaignEmails(tx, id)).map((one) => [
      one.name,
      one.template_name,
      readableSubject(one.subject, locale.language),
      one.sender,
      ...countsOf(one, reports),
    ]),
  };
};

/** Ends with an error when the report is cancelled. */
async function* until<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  for await (const one of source) {
    signal?.throwIfAborted();
    yield one;
  }
}
