import type { CampaignFigures } from '@sergak/contract/results/figures.schema.ts';
import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import type { ReportLocale } from './frame.ts';

const MINUTES_A_DAY = 24 * 60;
/** A time span in its two largest units. */
const spanText = ({ t, number }: ReportLocale, seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  const days = Math.floor(minutes / MINUTES_A_DAY);
  const hours = Math.floor((minutes % MINUTES_A_DAY) / 60);
  const rest = days > 0 ? 0 : minutes % 60;
  return [
    days > 0 ? `${number(days)} ${t('span.days')}` : '',
    hours > 0 ? `${number(hours)} ${t('span.hours')}` : '',
    rest > 0 || days + hours === 0 ? `${number(rest)} ${t('span.minutes')}` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

export const reactionsTitle = ({ t }: ReportLocale): string => t('campaigns__figures:reactions.title');

type ReactionRow = { readonly figure: FigureId; readonly label: string; readonly value: string };
/** The reports and reaction times of a campaign; what did not happen is left out. */
export const reactionRows = (
  locale: ReportLocale,
  { reports, clicks }: Pick<CampaignFigures, 'reports' | 'clicks'>,
  recipients: number,
): ReactionRow[] => {
  const { t } = locale;
  const count = (value: number) => `${locale.number(value)} (${locale.percent(shareOf(value, recipients))})`;
  const row = (figure: FigureId, label: string, value: string): ReactionRow => ({ figure, label, value });
  return [
    ...(reports.reported > 0
      ? [
          row('campaign_reported_only', t('campaigns__figures:reactions.without_click'), count(reports.without_click)),
          row('campaign_reported_fell', t('campaigns__figures:reactions.after_click'), count(reports.after_click)),
          row('campaign_first_report', t('campaigns__figures:reactions.first_report'), locale.time(reports.first_at!)),
        ]
      : []),
    ...(reports.median_seconds === null
      ? []
      : [
          row(
            'campaign_median_report',
            t('campaigns__figures:reactions.median_report'),
            spanText(locale, reports.median_seconds),
          ),
        ]),
    ...(clicks.median_seconds === null
      ? []
      : [
          row(
            'campaign_median_click',
            t('campaigns__figures:reactions.median_click'),
            spanText(locale, clicks.median_seconds),
          ),
        ]),
  ];
};
