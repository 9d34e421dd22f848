import type { CampaignFigures } from '@sergak/contract/results/figures.schema.ts';
import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import type { ReportLocale } from './frame.ts';

type Words = Readonly<
  Record<'title' | 'without_click' | 'after_click' | 'first_report' | 'median_report' | 'median_click', string>
> & { readonly days: string; readonly hours: string; readonly minutes: string };

const words: Record<Language, Words> = {
  ru: {
    title: 'Как реагировали',
    without_click: 'Сообщили, не попавшись',
    after_click: 'Сообщили, но попались',
    first_report: 'Первое сообщение',
    median_report: 'До сообщения, медиана',
    median_click: 'До перехода или вложения, медиана',
    days: 'дн.',
    hours: 'ч',
    minutes: 'мин',
  },
  en: {
    title: 'How people reacted',
    without_click: 'Reported without falling for it',
    after_click: 'Reported, but fell for it',
    first_report: 'First report',
    median_report: 'Median time to report',
    median_click: 'Median time to a click or attachment',
    days: 'd',
    hours: 'h',
    minutes: 'min',
  },
  uz: {
    title: 'Xodimlar qanday javob berdi',
    without_click: 'Aldanmasdan xabar bergan',
    after_click: 'Xabar bergan, lekin aldangan',
    first_report: 'Birinchi xabar',
    median_report: 'Xabargacha, mediana',
    median_click: 'Havola yoki ilovagacha, mediana',
    days: 'kun',
    hours: 'soat',
    minutes: 'daq.',
  },
};

const MINUTES_A_DAY = 24 * 60;
/** A time span in its two largest units. */
const spanText = ({ language, number }: ReportLocale, seconds: number): string => {
  const w = words[language];
  const minutes = Math.round(seconds / 60);
  const days = Math.floor(minutes / MINUTES_A_DAY);
  const hours = Math.floor((minutes % MINUTES_A_DAY) / 60);
  const rest = days > 0 ? 0 : minutes % 60;
  return [
    days > 0 ? `${number(days)} ${w.days}` : '',
    hours > 0 ? `${number(hours)} ${w.hours}` : '',
    rest > 0 || days + hours === 0 ? `${number(rest)} ${w.minutes}` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

export const reactionsTitle = ({ language }: ReportLocale): string => words[language].title;

type ReactionRow = { readonly figure: FigureId; readonly label: string; readonly value: string };
/** The reports and reaction times of a campaign; what did not happen is left out. */
export const reactionRows = (
  locale: ReportLocale,
  { reports, clicks }: Pick<CampaignFigures, 'reports' | 'clicks'>,
  recipients: number,
): ReactionRow[] => {
  const w = words[locale.language];
  const count = (value: number) => `${locale.number(value)} (${locale.percent(shareOf(value, recipients))})`;
  const row = (figure: FigureId, label: string, value: string): ReactionRow => ({ figure, label, value });
  return [
    ...(reports.reported > 0
      ? [
          row('campaign_reported_only', w.without_click, count(reports.without_click)),
          row('campaign_reported_fell', w.after_click, count(reports.after_click)),
          row('campaign_first_report', w.first_report, locale.time(reports.first_at!)),
        ]
      : []),
    ...(reports.median_seconds === null
      ? []
      : [row('campaign_median_report', w.median_report, spanText(locale, reports.median_seconds))]),
    ...(clicks.median_seconds === null
      ? []
      : [row('campaign_median_click', w.median_click, spanText(locale, clicks.median_seconds))]),
  ];
};
