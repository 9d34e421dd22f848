import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { funnelColors } from '@sergak/contract/campaigns/funnel.rules.ts';
import { endOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import { shareColor } from '@sergak/contract/statistics/risk.rules.ts';
import { iso, now } from '../../platform/clock.ts';
import type { PdfSpec, ReportBlock, Tone } from './pdf/report-blocks.ts';
import type { Tx } from '../../platform/db.ts';
import {
  countCampaignDepartments,
  countCampaignSystems,
  reactionFigures,
  type CountedFunnel,
} from '../statistics/public.ts';
import * as query from './campaign.query.ts';
import { frameOf, reportLocale, tones, type ReportLocale } from './frame.ts';
import { readableSubject } from './readable.ts';
import { reactionRows, reactionsTitle } from './reactions.ts';
import type { ReportTask } from './reports.repo.ts';

const DEPARTMENTS_SHOWN = 200;
const SYSTEMS_SHOWN = 8;
/** A department with fewer recipients is not recommended for attention. */
const FEW = 3;
/** Report rate in percent from which the report thanks people instead of reminding them. */
const GOOD_REPORTING = 20;

const toneOf = (share: number): Tone => tones[shareColor(share)];

/** The PDF of a campaign; null if the campaign no longer exists. */
export const campaignPdf = async (tx: Tx, report: ReportTask): Promise<PdfSpec | null> => {
  const campaignId = report.subject_id;
  const campaign = await query.findReportCampaign(tx, campaignId);
  if (!campaign) return null;
  const locale = reportLocale(report.params.language, report.params.time_zone);
  const facts = {
    campaign,
    organization: await query.findReportOrganization(tx),
    counts: await query.campaignCounts(tx, campaignId),
    states: await query.campaignStates(tx, campaignId),
    departments: await countCampaignDepartments(tx, campaignId),
    systems: await countCampaignSystems(tx, campaignId),
    emails: await query.reportEmails(tx, campaignId),
    reactions: await reactionFigures(tx, campaignId),
  };
  const blocks = [
    ...summary(locale, facts),
    ...reactions(locale, facts),
    ...next(locale, facts),
    ...departments(locale, facts),
    ...systems(locale, facts),
    ...emails(locale, facts),
  ];
  return frameOf(
    locale,
    { title: report.title, organization: facts.organization, cover: cover(locale, facts, report) },
    blocks,
  );
};

type Facts = {
  campaign: query.CampaignReportFacts;
  counts: CountedFunnel;
  states: { state: string; count: number }[];
  departments: Awaited<ReturnType<typeof countCampaignDepartments>>;
  systems: Awaited<ReturnType<typeof countCampaignSystems>>;
  emails: query.EmailFacts[];
  reactions: Awaited<ReturnType<typeof reactionFigures>>;
  organization: Awaited<ReturnType<typeof query.findReportOrganization>>;
};

const cover = (locale: ReportLocale, { campaign, counts, emails, organization }: Facts, report: ReportTask) => ({
  title: campaign.name,
  subtitle: `${locale.t('cover.campaign')}. ${locale.t('cover.campaign_subtitle')}`,
  organization: organization.title,
  facts: [
    {
      label: locale.t('statistics:period.label'),
      value: `${locale.time(campaign.start_at)} – ${locale.time(endOf(campaign))}`,
    },
    {
      label: locale.t('campaigns:column.status'),
      value: campaign.is_testing
        ? `${locale.code('commons:campaign_status', campaign.status)}. ${locale.t('cover.testing')}`
        : locale.code('commons:campaign_status', campaign.status),
    },
    {
      figure: 'campaign_recipients' as const,
      label: locale.t('campaigns:column.people'),
      value: locale.number(counts.recipients),
    },
    { figure: 'campaign_emails' as const, label: locale.t('cover.emails'), value: locale.number(emails.length) },
    ...(campaign.course ? [{ label: locale.t('cover.course'), value: campaign.course }] : []),
    ...(campaign.author ? [{ label: locale.t('cover.author'), value: campaign.author }] : []),
    { label: locale.t('reports:column.author'), value: report.params.asked_by },
    { label: locale.t('cover.made'), value: locale.time(iso(now())) },
  ],
  note: locale.t('cover.note'),
});

/** The steps of the campaign from sent to the worst. */
const funnel = ({ t }: ReportLocale, counts: Facts['counts']): ReportBlock => ({
  type: 'funnel',
  title: t('h.funnel'),
  of: counts.recipients,
  steps: [
    { figure: 'campaign_sent', label: t('campaigns:funnel.sent'), value: counts.sent, color: funnelColors.sent.light },
    {
      figure: 'campaign_opened',
      label: t('campaigns__figures:timeline.opened'),
      value: counts.opened,
      color: funnelColors.opened.light,
    },
    ...(counts.clicked > 0 || counts.opened_attachment === 0
      ? [
          {
            figure: 'campaign_clicked' as const,
            label: t('campaigns__figures:timeline.clicked'),
            value: counts.clicked,
            color: funnelColors.clicked.light,
          },
        ]
      : []),
    ...(counts.opened_attachment > 0
      ? [
          {
            figure: 'campaign_opened_attachment' as const,
            label: t('campaigns__figures:timeline.opened_attachment'),
            value: counts.opened_attachment,
            color: funnelColors.opened_attachment.light,
          },
        ]
      : []),
    ...(counts.entered_data > 0 || counts.opened_attachment === 0
      ? [
          {
            figure: 'campaign_entered_data' as const,
            label: t('campaigns__figures:timeline.entered_data'),
            value: counts.entered_data,
            color: funnelColors.entered_data.light,
          },
        ]
      : []),
  ],
});

const summary = (locale: ReportLocale, facts: Facts): ReportBlock[] => {
  const { counts } = facts;
  const { t, number, percent } = locale;
  const share = (value: number) => shareOf(value, counts.recipients);
  const danger = counts.incident_risk;
  const tile = (figure: FigureId, label: string, value: number, tone?: Tone) => ({
    figure,
    label,
    value: percent(share(value)),
    hint: t('tile.of', { number: number(value), all: number(counts.recipients) }),
    ...(tone ? { tone } : {}),
  });
  const reported = share(counts.reported);
  return [
    { type: 'heading', level: 1, text: t('h.summary') },
    {
      type: 'text',
      tone: 'lead',
      figures: ['campaign_sent', 'campaign_clicked', 'campaign_incident_risk', 'campaign_reported'],
      text: t(counts.reported > 0 ? 'campaign_sentence' : 'campaign_sentence_unreported', {
        sent: number(counts.sent),
        clicked: number(counts.clicked),
        danger: number(counts.dangerous),
        reported: number(counts.reported),
      }),
    },
    {
      type: 'tiles',
      tiles: [
        {
          figure: 'campaign_incident_risk',
          label: `${t('campaigns:column.risk')} ¹`,
          value: percent(danger),
          hint: t('tile.of', { number: number(counts.dangerous), all: number(counts.recipients) }),
          tone: toneOf(danger),
        },
        ...(counts.reported > 0
          ? [
              tile(
                'campaign_reported',
                t('campaigns__figures:compare.row.reported'),
                counts.reported,
                reported >= GOOD_REPORTING ? 'good' : 'warn',
              ),
            ]
          : []),
        tile(
          'campaign_clicked',
          t('campaigns__figures:compare.row.clicked'),
          counts.clicked,
          toneOf(share(counts.clicked)),
        ),
        tile('campaign_opened', t('campaigns__figures:compare.row.opened'), counts.opened, 'info'),
      ],
    },
    { type: 'text', tone: 'muted', text: t('notes.campaign') },
    funnel(locale, facts.counts),
  ];
};

const reactions = (locale: ReportLocale, { reactions: figures, counts }: Facts): ReportBlock[] => {
  const rows = reactionRows(locale, figures, counts.recipients);
  if (rows.length === 0) return [];
  return [
    { type: 'heading', level: 2, text: reactionsTitle(locale) },
    {
      type: 'table',
      columns: [
        { title: locale.t('commons:chart.label'), width: 60 },
        { title: locale.t('commons:chart.value'), width: 40, figure: 'row' },
      ],
      rows: rows.map((one) => [one.label, one.value]),
      row_figures: rows.map((one) => one.figure),
    },
  ];
};

const column = (title: string, width: number, figure: FigureId) => ({ title, width, type: 'number' as const, figure });
/** Columns of counts and their cells. The columns of reports and attachments are omitted when there were none. */
const counted = ({ t }: ReportLocale, { counts }: Facts) => [
  column(t('statistics:column.sent'), 11, 'campaign_recipients'),
  column(t('campaigns__figures:timeline.opened'), 11, 'campaign_opened'),
  ...(counts.reported > 0 ? [column(t('campaigns__figures:timeline.reported'), 13, 'campaign_reported')] : []),
  column(t('campaigns__figures:timeline.clicked'), 11, 'campaign_clicked'),
  ...(counts.opened_attachment > 0 ? [column(t('campaigns:column.attachment'), 12, 'campaign_opened_attachment')] : []),
  column(t('campaigns__figures:timeline.entered_data'), 12, 'campaign_entered_data'),
  { title: t('campaigns:column.risk'), width: 17, type: 'percent' as const, figure: 'campaign_incident_risk' as const },
];
const countsOf = (locale: ReportLocale, { counts }: Facts, one: CountedFunnel) => [
  one.recipients,
  one.opened,
  ...(counts.reported > 0 ? [one.reported] : []),
  one.clicked,
  ...(counts.opened_attachment > 0 ? [one.opened_attachment] : []),
  one.entered_data,
  locale.percent(one.incident_risk),
];

const departments = (locale: ReportLocale, facts: Facts): ReportBlock[] => {
  const hidden = facts.departments.length - DEPARTMENTS_SHOWN;
  return [
    { type: 'heading', level: 1, text: locale.t('h.departments') },
    {
      type: 'table',
      columns: [{ title: locale.t('campaigns:column.department'), width: 30 }, ...counted(locale, facts)],
      rows: facts.departments
        .slice(0, DEPARTMENTS_SHOWN)
        .map((one) => [locale.department(one.title) || '—', ...countsOf(locale, facts, one.statistics)]),
    },
    ...(hidden > 0
      ? [{ type: 'text' as const, tone: 'muted' as const, text: locale.t('more', { number: locale.number(hidden) }) }]
      : []),
  ];
};

const systems = (locale: ReportLocale, { systems: all }: Facts): ReportBlock[] => {
  if (all.length === 0) return [];
  const shown = all.slice(0, SYSTEMS_SHOWN);
  const opened = all.reduce((sum, one) => sum + one.count, 0);
  return [
    {
      type: 'bars',
      title: locale.t('h.systems'),
      items: shown.map((one) => ({
        figure: 'campaign_system',
        label: one.os,
        value: one.count,
        text: `${locale.number(one.count)} (${locale.percent(shareOf(one.count, opened))})`,
      })),
    },
  ];
};

const emails = (locale: ReportLocale, facts: Facts): ReportBlock[] => {
  const { t } = locale;
  const all = facts.emails;
  return [
    { type: 'heading', level: 1, text: t('h.emails') },
    {
      type: 'table',
      columns: [
        { title: t('campaigns:column.email'), width: 22 },
        { title: t('phishing:field.subject'), width: 26 },
        ...counted(locale, facts),
      ],
      rows: all.map((one) => [
        one.name,
        readableSubject(one.subject, locale.language),
        ...countsOf(locale, facts, one.statistics),
      ]),
    },
    ...redFlags(locale, all),
  ];
};

/** The red flags of each email. */
const redFlags = ({ t, language }: ReportLocale, all: Facts['emails']): ReportBlock[] => {
  const marked = all.filter((one) => one.tips.length > 0);
  if (marked.length === 0) return [];
  return [
    { type: 'heading', level: 2, text: t('campaigns:about.tips') },
    ...marked.flatMap((one): ReportBlock[] => [
      { type: 'heading', level: 3, text: `${one.name}: ${readableSubject(one.subject, language)}` },
      { type: 'list', items: one.tips },
    ]),
  ];
};

/** Recommendations that follow from the numbers, the most urgent first. */
const next = (locale: ReportLocale, { counts, departments: all, states }: Facts): ReportBlock[] => {
  const reported = shareOf(counts.reported, counts.recipients);
  const worst = all.find(({ statistics }) => statistics.dangerous > 0 && statistics.recipients >= FEW);
  const lost = states
    .filter((one) => one.state === 'failed' || one.state === 'unknown')
    .reduce((sum, one) => sum + one.count, 0);
  return [
    { type: 'heading', level: 1, text: locale.t('h.next') },
    {
      type: 'list',
      ordered: true,
      figures: ['campaign_incident_risk', 'campaign_reported', 'campaign_state'],
      items: [
        ...(counts.dangerous > 0 ? [locale.t('advice.danger', { number: locale.number(counts.dangerous) })] : []),
        ...(worst && all.length > 1
          ? [
              locale.t('advice.department', {
                title: locale.department(worst.title),
                share: locale.percent(worst.statistics.incident_risk),
              }),
            ]
          : []),
        ...(counts.reported > 0
          ? [
              reported >= GOOD_REPORTING
                ? locale.t('advice.report_good', { share: locale.percent(reported) })
                : locale.t('advice.report', { share: locale.percent(reported) }),
            ]
          : []),
        ...(lost > 0 ? [locale.t('advice.delivery', { number: locale.number(lost) })] : []),
        locale.t('advice.repeat'),
      ],
    },
  ];
};
