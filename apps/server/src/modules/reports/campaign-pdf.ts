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
  const campaign = await query.findCampaign(tx, campaignId);
  if (!campaign) return null;
  const locale = reportLocale(report.params.language, report.params.time_zone);
  const facts = {
    campaign,
    organization: await query.findOrganization(tx),
    counts: await query.campaignCounts(tx, campaignId),
    states: await query.campaignStates(tx, campaignId),
    departments: await countCampaignDepartments(tx, campaignId),
    systems: await countCampaignSystems(tx, campaignId),
    emails: await query.campaignEmails(tx, campaignId),
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
  campaign: query.CampaignFacts;
  counts: CountedFunnel;
  states: { state: string; count: number }[];
  departments: Awaited<ReturnType<typeof countCampaignDepartments>>;
  systems: Awaited<ReturnType<typeof countCampaignSystems>>;
  emails: query.EmailFacts[];
  reactions: Awaited<ReturnType<typeof reactionFigures>>;
  organization: Awaited<ReturnType<typeof query.findOrganization>>;
};

const cover = (
  { words: w, ...locale }: ReportLocale,
  { campaign, counts, emails, organization }: Facts,
  report: ReportTask,
) => ({
  title: campaign.name,
  subtitle: `${w.cover.campaign}. ${w.cover.campaignSubtitle}`,
  organization: organization.title,
  facts: [
    {
      label: w.cover.period,
      value: `${locale.time(campaign.start_at)} – ${locale.time(endOf(campaign))}`,
    },
    {
      label: w.cover.status,
      value: campaign.is_testing ? `${w.status[campaign.status]}. ${w.cover.testing}` : w.status[campaign.status]!,
    },
    { figure: 'campaign_recipients' as const, label: w.cover.recipients, value: locale.number(counts.recipients) },
    { figure: 'campaign_emails' as const, label: w.cover.emails, value: locale.number(emails.length) },
    ...(campaign.course ? [{ label: w.cover.course, value: campaign.course }] : []),
    ...(campaign.author ? [{ label: w.cover.author, value: campaign.author }] : []),
    { label: w.cover.asked, value: report.params.asked_by },
    { label: w.cover.made, value: locale.time(iso(now())) },
  ],
  note: w.cover.note,
});

/** The steps of the campaign from sent to the worst. */
const funnel = ({ words: w }: ReportLocale, counts: Facts['counts']): ReportBlock => ({
  type: 'funnel',
  title: w.h.funnel,
  of: counts.recipients,
  steps: [
    { figure: 'campaign_sent', label: w.col.sent, value: counts.sent, color: funnelColors.sent.light },
    { figure: 'campaign_opened', label: w.col.opened, value: counts.opened, color: funnelColors.opened.light },
    ...(counts.clicked > 0 || counts.opened_attachment === 0
      ? [
          {
            figure: 'campaign_clicked' as const,
            label: w.col.clicked,
            value: counts.clicked,
            color: funnelColors.clicked.light,
          },
        ]
      : []),
    ...(counts.opened_attachment > 0
      ? [
          {
            figure: 'campaign_opened_attachment' as const,
            label: w.col.opened_attachment,
            value: counts.opened_attachment,
            color: funnelColors.opened_attachment.light,
          },
        ]
      : []),
    ...(counts.entered_data > 0 || counts.opened_attachment === 0
      ? [
          {
            figure: 'campaign_entered_data' as const,
            label: w.col.entered_data,
            value: counts.entered_data,
            color: funnelColors.entered_data.light,
          },
        ]
      : []),
  ],
});

const summary = (locale: ReportLocale, facts: Facts): ReportBlock[] => {
  const { counts } = facts;
  const { words: w, number, percent } = locale;
  const share = (value: number) => shareOf(value, counts.recipients);
  const danger = counts.incident_risk;
  const tile = (figure: FigureId, label: string, value: number, tone?: Tone) => ({
    figure,
    label,
    value: percent(share(value)),
    hint: w.tile.of(number(value), number(counts.recipients)),
    ...(tone ? { tone } : {}),
  });
  const reported = share(counts.reported);
  return [
    { type: 'heading', level: 1, text: w.h.summary },
    {
      type: 'text',
      tone: 'lead',
      figures: ['campaign_sent', 'campaign_clicked', 'campaign_incident_risk', 'campaign_reported'],
      text: w.campaignSentence({
        sent: number(counts.sent),
        clicked: number(counts.clicked),
        danger: number(counts.dangerous),
        reported: counts.reported > 0 ? number(counts.reported) : null,
      }),
    },
    {
      type: 'tiles',
      tiles: [
        {
          figure: 'campaign_incident_risk',
          label: `${w.tile.danger} ¹`,
          value: percent(danger),
          hint: w.tile.of(number(counts.dangerous), number(counts.recipients)),
          tone: toneOf(danger),
        },
        ...(counts.reported > 0
          ? [tile('campaign_reported', w.tile.reported, counts.reported, reported >= GOOD_REPORTING ? 'good' : 'warn')]
          : []),
        tile('campaign_clicked', w.tile.clicked, counts.clicked, toneOf(share(counts.clicked))),
        tile('campaign_opened', w.tile.opened, counts.opened, 'info'),
      ],
    },
    { type: 'text', tone: 'muted', text: w.notes.campaign },
    funnel(locale, facts.counts),
  ];
};

const reactions = (locale: ReportLocale, { reactions: figures, counts }: Facts): ReportBlock[] => {
  const rows = reactionRows(locale, figures, counts.recipients);
  if (rows.length === 0) return [];
  const { what, value } = locale.words.col;
  return [
    { type: 'heading', level: 2, text: reactionsTitle(locale) },
    {
      type: 'table',
      columns: [
        { title: what, width: 60 },
        { title: value, width: 40, figure: 'row' },
      ],
      rows: rows.map((one) => [one.label, one.value]),
      row_figures: rows.map((one) => one.figure),
    },
  ];
};

const column = (title: string, width: number, figure: FigureId) => ({ title, width, type: 'number' as const, figure });
/** Columns of counts and their cells. The columns of reports and attachments are omitted when there were none. */
const counted = ({ words: w }: ReportLocale, { counts }: Facts) => [
  column(w.short.emails, 11, 'campaign_recipients'),
  column(w.col.opened, 11, 'campaign_opened'),
  ...(counts.reported > 0 ? [column(w.short.reported, 13, 'campaign_reported')] : []),
  column(w.col.clicked, 11, 'campaign_clicked'),
  ...(counts.opened_attachment > 0 ? [column(w.short.attachment, 12, 'campaign_opened_attachment')] : []),
  column(w.col.entered_data, 12, 'campaign_entered_data'),
  { title: w.col.danger, width: 17, type: 'percent' as const, figure: 'campaign_incident_risk' as const },
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
    { type: 'heading', level: 1, text: locale.words.h.departments },
    {
      type: 'table',
      columns: [{ title: locale.words.col.department, width: 30 }, ...counted(locale, facts)],
      rows: facts.departments
        .slice(0, DEPARTMENTS_SHOWN)
        .map((one) => [one.title || '—', ...countsOf(locale, facts, one.statistics)]),
    },
    ...(hidden > 0
      ? [{ type: 'text' as const, tone: 'muted' as const, text: locale.words.more(locale.number(hidden)) }]
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
      title: locale.words.h.systems,
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
  const { words: w } = locale;
  const all = facts.emails;
  return [
    { type: 'heading', level: 1, text: w.h.emails },
    {
      type: 'table',
      columns: [
        { title: w.col.simulated_email, width: 22 },
        { title: w.col.subject, width: 26 },
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
const redFlags = ({ words: w, language }: ReportLocale, all: Facts['emails']): ReportBlock[] => {
  const marked = all.filter((one) => one.tips.length > 0);
  if (marked.length === 0) return [];
  return [
    { type: 'heading', level: 2, text: w.h.tips },
    ...marked.flatMap((one): ReportBlock[] => [
      { type: 'heading', level: 3, text: `${one.name}: ${readableSubject(one.subject, language)}` },
      { type: 'list', items: one.tips },
    ]),
  ];
};

/** Recommendations that follow from the numbers, the most urgent first. */
const next = (locale: ReportLocale, { counts, departments: all, states }: Facts): ReportBlock[] => {
  const { advice } = locale.words;
  const reported = shareOf(counts.reported, counts.recipients);
  const worst = all.find(({ statistics }) => statistics.dangerous > 0 && statistics.recipients >= FEW);
  const lost = states
    .filter((one) => one.state === 'failed' || one.state === 'unknown')
    .reduce((sum, one) => sum + one.count, 0);
  return [
    { type: 'heading', level: 1, text: locale.words.h.next },
    {
      type: 'list',
      ordered: true,
      figures: ['campaign_incident_risk', 'campaign_reported', 'campaign_state'],
      items: [
        ...(counts.dangerous > 0 ? [advice.danger(locale.number(counts.dangerous))] : []),
        ...(worst && all.length > 1
          ? [advice.department(worst.title, locale.percent(worst.statistics.incident_risk))]
          : []),
        ...(counts.reported > 0
          ? [
              reported >= GOOD_REPORTING
                ? advice.reportGood(locale.percent(reported))
                : advice.report(locale.percent(reported)),
            ]
          : []),
        ...(lost > 0 ? [advice.delivery(locale.number(lost))] : []),
        advice.repeat,
      ],
    },
  ];
};
