import { ownTitles } from '@sergak/contract/organizations/own-titles.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { RiskColor } from '@sergak/contract/statistics/risk.rules.ts';
import type { PdfSpec, ReportBlock, Tone } from './pdf/report-blocks.ts';
import { percentIn } from './pdf/report-style.ts';
import { iso, now } from '../../platform/clock.ts';
import { listTexts, type Namespace, numberIn, textsOf, type Texts } from '../../platform/texts.ts';

type Screens =
  | 'campaigns'
  | 'campaigns__figures'
  | 'certificates'
  | 'certificates__check'
  | 'commons'
  | 'employees'
  | 'employees__employee'
  | 'figures'
  | 'learning'
  | 'learning__learner'
  | 'phishing'
  | 'reports'
  | 'server'
  | 'statistics';
type ReportTexts = Texts<'reports__server', Screens>;
export const reportTexts = (language: Language): ReportTexts =>
  textsOf<'reports__server', Screens>(language, 'reports__server');

/** Texts and formats of a report: one language and one time zone. */
export type ReportLocale = {
  /** Texts that only reports have, and those of the screens. */
  readonly t: ReportTexts;
  /** The text of a stored code as on the screen, such as `commons:campaign_status`; codes of other releases stay as they are. */
  /** The title of a department; that of people without one in the language of the report. */
  readonly department: (title: string) => string;
  readonly code: (group: `${Namespace}:${string}`, code: string) => string;
  readonly language: Language;
  readonly number: (value: number) => string;
  readonly percent: (value: number) => string;
  /** dd.MM.yyyy and dd.MM.yyyy HH:mm. */
  readonly day: (instant: string) => string;
  readonly time: (instant: string) => string;
};

export const departmentTitle = (language: Language, title: string): string =>
  title === ownTitles.no_department ? textsOf(language, 'commons')('own_title.no_department') : title;

export const reportLocale = (language: Language, timeZone: string): ReportLocale => {
  const date = new Intl.DateTimeFormat('ru-RU', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
  const clock = new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' });
  return {
    t: reportTexts(language),
    department: (title) => departmentTitle(language, title),
    code: (group, code) => {
      const [namespace, path] = group.split(':') as [Namespace, string];
      return listTexts(language, namespace).get(`${path}.${code}`) ?? code;
    },
    language,
    number: (value) => numberIn(language, value),
    percent: percentIn(language),
    day: (instant) => date.format(new Date(instant)),
    time: (instant) => `${date.format(new Date(instant))} ${clock.format(new Date(instant))}`,
  };
};

type Frame = {
  title: string;
  organization: { title: string; brand_color: string; logo_key: string | null };
  cover: NonNullable<PdfSpec['cover']>;
};

/** The document around the blocks: cover, colour of the organisation, page numbers. */
export const frameOf = (locale: ReportLocale, frame: Frame, blocks: readonly ReportBlock[]): PdfSpec => ({
  title: frame.title,
  language: locale.language,
  created_at: iso(now()),
  author: frame.organization.title,
  brand: {
    color: frame.organization.brand_color,
    ...(frame.organization.logo_key ? { logo_key: frame.organization.logo_key } : {}),
  },
  cover: frame.cover,
  blocks,
  footer: frame.title,
  labels: {
    page: locale.t('page', { page: '{page}', pages: '{pages}' }),
    contents: locale.t('contents'),
    no_data: locale.t('no_data'),
  },
});

/** Tones of a report for the risk colours of the product. */
export const tones: Record<RiskColor, Tone> = { green: 'good', yellow: 'warn', red: 'bad' };
