import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { endOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import type { TableColumn } from '@sergak/sheets/table-types.ts';
import type { TableSheet } from '@sergak/sheets/xlsx-write.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { zoneNameIn } from '../../platform/zone-name.ts';
import {
  countCampaignDepartments,
  countCampaignSystems,
  reactionFigures,
  type CountedFunnel,
} from '../statistics/public.ts';
import * as query from './campaign.query.ts';
import { reportLocale, type ReportLocale } from './frame.ts';
import { readableSubject } from './readable.ts';
import { reactionRows } from './reactions.ts';
import type { ReportTask } from './reports.repo.ts';
import type { ColumnFigure } from './pdf/report-blocks.ts';
import { figureName, mapped, namedBy } from './table-report.ts';

/** Writes the workbook of a campaign row by row. Returns false if the campaign no longer exists. */
export const writeCampaignXlsx = async (tx: Tx, report: ReportTask, path: string): Promise<boolean> => {
  const campaignId = report.subject_id;
  const campaign = await query.findReportCampaign(tx, campaignId);
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

type Line = { readonly cells: readonly unknown[]; readonly figure?: FigureId };
const fact = (...cells: readonly unknown[]): Line => ({ cells });

const summarySheet = async (
  tx: Tx,
  locale: ReportLocale,
  campaign: query.CampaignReportFacts,
  counts: CountedFunnel,
  zone: string,
): Promise<TableSheet> => {
  const { t } = locale;
  const states = await query.campaignStates(tx, campaign.id);
  const systems = await countCampaignSystems(tx, campaign.id);
  const opened = systems.reduce((sum, one) => sum + one.count, 0);
  const part = (figure: FigureId, label: string, value: number, of = counts.recipients): Line => ({
    figure,
    cells: [label, '', value, shareOf(value, of)],
  });
  const lines: readonly Line[] = [
    fact(t('campaigns:column.name'), campaign.name),
    fact(t('campaigns:column.status'), locale.code('commons:campaign_status', campaign.status)),
    fact(t('fact.testing'), t(campaign.is_testing ? 'server:yes' : 'server:no')),
    fact(t('campaigns:about.start'), locale.time(campaign.start_at)),
    fact(t('campaigns:about.end'), locale.time(endOf(campaign))),
    fact(t('cover.author'), campaign.author ?? ''),
    fact(t('cover.made'), locale.time(iso(now()))),
    fact(t('fact.zone'), zoneNameIn(locale.language, zone)),
    { figure: 'campaign_recipients', cells: [t('campaigns:column.people'), '', counts.recipients] },
    part('campaign_sent', t('campaigns:funnel.sent'), counts.sent),
    part('campaign_opened', t('campaigns__figures:timeline.opened'), counts.opened),
    ...where(
      counts.reported > 0,
      part('campaign_reported', t('campaigns__figures:timeline.reported'), counts.reported),
    ),
    part('campaign_clicked', t('campaigns__figures:timeline.clicked'), counts.clicked),
    part('campaign_opened_attachment', t('campaigns__figures:timeline.opened_attachment'), counts.opened_attachment),
    part('campaign_entered_data', t('campaigns__figures:timeline.entered_data'), counts.entered_data),
    { figure: 'campaign_incident_risk', cells: [t('campaigns:column.risk'), '', null, counts.incident_risk] },
    ...reactionRows(locale, await reactionFigures(tx, campaign.id), counts.recipients).map(
      ({ figure, label, value }): Line => ({ figure, cells: [label, value] }),
    ),
    ...states.map((one) =>
      part(
        'campaign_state',
        `${t('campaigns:people_table.state')}: ${locale.code('campaigns:email', one.state)}`,
        one.count,
      ),
    ),
    ...systems.map((one) => part('campaign_system', `${t('campaigns:column.os')}: ${one.os}`, one.count, opened)),
  ];
  return {
    name: t('sheets.summary'),
    columns: [
      text(t('commons:chart.label'), 34),
      { ...text(t('commons:chart.value'), 44), name: 'row' },
      number(t('col.count'), 'row'),
      share(t('col.share'), 'row'),
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
  const { t } = locale;
  return {
    name: t('sheets.people'),
    columns: [
      text(t('campaigns:people_table.person'), 32),
      text(t('employees:field.email'), 28),
      text(t('employees:field.position'), 24),
      text(t('campaigns:column.department'), 24),
      text(t('campaigns:column.email'), 24),
      text(t('campaigns:people_table.state'), 18),
      text(t('campaigns:people_table.result'), 20),
      text(t('col.late'), 18),
      ...where(reports, text(t('campaigns__figures:timeline.reported'), 11)),
      moment(t('col.sent_at')),
      moment(t('col.opened_at')),
      ...where(reports, moment(t('col.reported_at'))),
      moment(t('col.clicked_at')),
      moment(t('col.attachment_at')),
      moment(t('col.entered_at')),
      text(t('campaigns:column.os'), 16),
      text(t('campaigns:drawer.reply'), 30),
    ],
    rows: mapped(until(query.reportRecipients(tx, id), signal), (one) => [
      one.full_name || one.address,
      one.address,
      one.position,
      locale.department(one.department),
      one.email,
      locale.code('campaigns:email', one.state),
      locale.code('statistics:result', String(one.result)),
      one.late ? t('server:yes') : t('server:no'),
      ...where(reports, one.reported_at ? t('server:yes') : t('server:no')),
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
  const { t } = locale;
  return {
    name: t('sheets.events'),
    columns: [
      moment(t('col.at')),
      text(t('campaigns:people_table.person'), 32),
      text(t('employees:field.email'), 28),
      text(t('campaigns:column.department'), 24),
      text(t('col.event'), 20),
      text(t('col.verdict'), 14),
      text(t('col.reason'), 34),
      text(t('col.overruled'), 18),
      text(t('campaigns:column.os'), 16),
      text(t('col.browser'), 16),
      text(t('col.ip'), 16),
      text(t('col.agent'), 40),
      text(t('col.fields'), 24),
    ],
    rows: mapped(until(query.campaignEvents(tx, id), signal), (one) => [
      one.at,
      one.full_name || one.address,
      one.address,
      locale.department(one.department),
      locale.code('campaigns:event', one.kind),
      one.human ? t('verdict.human') : t('verdict.automatic'),
      locale.code('campaigns:verdict', one.verdict),
      one.overruled ? t('verdict.overruled') : '',
      one.os,
      one.browser,
      one.ip,
      one.user_agent,
      one.fields.join(', '),
    ]),
  };
};

const countColumns = ({ t }: ReportLocale, reports: boolean) => [
  number(t('campaigns:column.people'), 'campaign_recipients'),
  number(t('campaigns:funnel.sent'), 'campaign_sent'),
  number(t('campaigns__figures:timeline.opened'), 'campaign_opened'),
  ...where(reports, number(t('campaigns__figures:timeline.reported'), 'campaign_reported')),
  number(t('campaigns__figures:timeline.clicked'), 'campaign_clicked'),
  number(t('campaigns__figures:timeline.opened_attachment'), 'campaign_opened_attachment'),
  number(t('campaigns__figures:timeline.entered_data'), 'campaign_entered_data'),
  share(t('campaigns:column.risk'), 'campaign_incident_risk'),
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
  name: locale.t('statistics:tables.departments'),
  columns: [text(locale.t('campaigns:column.department'), 36), ...countColumns(locale, reports)],
  rows: (await countCampaignDepartments(tx, id)).map((one) => [
    locale.department(one.title) || '—',
    ...countsOf(one.statistics, reports),
  ]),
});

const emailsSheet = async (tx: Tx, locale: ReportLocale, id: string, reports: boolean): Promise<TableSheet> => {
  const { t } = locale;
  return {
    name: t('sheets.emails'),
    columns: [
      text(t('campaigns:column.email'), 30),
      text(t('col.template'), 30),
      text(t('phishing:field.subject'), 44),
      text(t('col.sender'), 40),
      ...countColumns(locale, reports),
    ],
    rows: (await query.reportEmails(tx, id)).map((one) => [
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
