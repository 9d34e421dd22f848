import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { endOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import type { TableSheet } from '@sergak/sheets/xlsx-write.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import {
  countCampaignDepartments,
  countCampaignSystems,
  reactionFigures,
  type CountedFunnel,
} from '../statistics/public.ts';
import * as query from './campaign.query.ts';
import { reportLocale, type ReportLocale } from './frame.ts';
import { readableSubject, verdictReason } from './readable.ts';
import { reactionRows } from './reactions.ts';
import type { ReportTask } from './reports.repo.ts';
import type { ColumnFigure } from './pdf/report-blocks.ts';
import { figureName, mapped, namedBy } from './table-report.ts';

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
const number = (title: string, figure: ColumnFigure): TableColumn => ({ title, type: 'number', ...namedBy(figure) });
const moment = (title: string): TableColumn => ({ title, type: 'datetime' });
const share = (title: string, figure: ColumnFigure): TableColumn => ({ title, type: 'percent', ...namedBy(figure) });

/** Returns `parts` if anybody reported the email, else nothing. */
const where = <T>(reports: boolean, ...parts: T[]): T[] => (reports ? parts : []);

const summarySheet = async (
  tx: Tx,
  locale: ReportLocale,
  campaign: query.CampaignFacts,
  counts: CountedFunnel,
  zone: string,
): Promise<TableSheet> => {
  const { words: w } = locale;
  const states = await query.campaignStates(tx, campaign.id);
  const systems = await countCampaignSystems(tx, campaign.id);
  const opened = systems.reduce((sum, one) => sum + one.count, 0);
  type Line = { readonly cells: readonly unknown[]; readonly figure?: FigureId };
  const fact = (...cells: readonly unknown[]): Line => ({ cells });
  const part = (figure: FigureId, label: string, value: number, of = counts.recipients): Line => ({
    figure,
    cells: [label, '', value, shareOf(value, of)],
  });
  const lines: readonly Line[] = [
    fact(w.fact.campaign, campaign.name),
    fact(w.fact.status, w.status[campaign.status]),
    fact(w.fact.testing, campaign.is_testing ? w.yes : w.no),
    fact(w.fact.start, locale.time(campaign.start_at)),
    fact(w.fact.end, locale.time(endOf(campaign))),
    fact(w.fact.author, campaign.author ?? ''),
    fact(w.fact.made, locale.time(iso(now()))),
    fact(w.fact.zone, zone),
    { figure: 'campaign_recipients', cells: [w.fact.recipients, '', counts.recipients] },
    part('campaign_sent', w.col.sent, counts.sent),
    part('campaign_opened', w.col.opened, counts.opened),
    ...where(counts.reported > 0, part('campaign_reported', w.col.reported, counts.reported)),
    part('campaign_clicked', w.col.clicked, counts.clicked),
    part('campaign_opened_attachment', w.col.opened_attachment, counts.opened_attachment),
    part('campaign_entered_data', w.col.entered_data, counts.entered_data),
    { figure: 'campaign_incident_risk', cells: [w.col.danger, '', null, counts.incident_risk] },
    ...reactionRows(locale, await reactionFigures(tx, campaign.id), counts.recipients).map(
      ({ figure, label, value }): Line => ({ figure, cells: [label, value] }),
    ),
    ...states.map((one) => part('campaign_state', `${w.col.state}: ${w.state[one.state]}`, one.count)),
    ...systems.map((one) => part('campaign_system', `${w.col.os}: ${one.os}`, one.count, opened)),
  ];
  return {
    name: w.sheets.summary,
    columns: [
      text(w.col.what, 34),
      { ...text(w.col.value, 44), name: 'row' },
      number(w.col.count, 'row'),
      share(w.col.share, 'row'),
    ],
    rowNames: lines.map(({ figure }) => (figure === undefined ? null : figureName(figure))),
    rows: lines.map(({ cells }) => cells),
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
  number(c.recipients, 'campaign_recipients'),
  number(c.sent, 'campaign_sent'),
  number(c.opened, 'campaign_opened'),
  ...where(reports, number(c.reported, 'campaign_reported')),
  number(c.clicked, 'campaign_clicked'),
  number(c.opened_attachment, 'campaign_opened_attachment'),
  number(c.entered_data, 'campaign_entered_data'),
  share(c.danger, 'campaign_incident_risk'),
];
const countsOf = (one: CountedFunnel, reports: boolean) => [
  one.recipients,
  one.sent,
  one.opened,
  ...where(reports, one.reported),
  one.clicked,
  one.opened_attachment,
  one.entered_data,
  one.incident_risk,
];

const departmentsSheet = async (tx: Tx, locale: ReportLocale, id: string, reports: boolean): Promise<TableSheet> => ({
  name: locale.words.sheets.departments,
  columns: [text(locale.words.col.department, 36), ...countColumns(locale, reports)],
  rows: (await countCampaignDepartments(tx, id)).map((one) => [one.title || '—', ...countsOf(one.statistics, reports)]),
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
      ...countsOf(one.statistics, reports),
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
