import type { ScheduledKind } from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import { REPORT_DAYS } from '@sergak/contract/reports/reports.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { HOUR } from '../../platform/clock.ts';
import type { OutgoingEmail } from '../../platform/outbox.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import type { NamedRecipient, Organization } from './report-schedules.query.ts';
import type { Delivery } from './report-schedules.repo.ts';

type Words = {
  readonly kinds: Record<ScheduledKind, string>;
  readonly list: (titles: readonly string[]) => string;
  readonly subject: (organization: string, day: string) => string;
  readonly failedSubject: (organization: string, day: string) => string;
  readonly title: string;
  readonly failedTitle: string;
  readonly late: (time: string) => string;
  readonly linked: (titles: string) => string;
  readonly attached: (titles: string) => string;
  readonly tooLarge: (titles: string) => string;
  readonly failed: (kinds: string) => string;
  readonly button: string;
};

const words: Record<Language, Words> = {
  ru: {
    kinds: { pdf: 'обзор организации', progress: 'ход обучения', compliance: 'обязательное обучение' },
    list: (titles) => titles.map((one) => `«${one}»`).join(', '),
    subject: (organization, day) => `Отчёты за ${day}: ${organization}`,
    failedSubject: (organization, day) => `Отчёты за ${day} не сформированы: ${organization}`,
    title: 'Отчёты готовы',
    failedTitle: 'Отчёты не удалось сформировать',
    late: (time) => `Отчёты должны были прийти ${time}, но портал в это время не работал.`,
    linked: (titles) => `Можно открыть на портале: ${titles}. Понадобится войти. Отчёты хранятся ${REPORT_DAYS} дней.`,
    attached: (titles) => `К письму приложено: ${titles}. В отчётах есть сведения о сотрудниках — не пересылайте их.`,
    tooLarge: (titles) => `Больше 10 МБ и поэтому не приложено: ${titles}. Попросите файл у администратора портала.`,
    failed: (kinds) => `Не удалось сформировать: ${kinds}. Причину администратор увидит на странице рассылки отчётов.`,
    button: 'Открыть отчёты',
  },
  en: {
    kinds: { pdf: 'overview of the organisation', progress: 'progress in courses', compliance: 'compulsory training' },
    list: (titles) => titles.map((one) => `“${one}”`).join(', '),
    subject: (organization, day) => `Reports of ${day}: ${organization}`,
    failedSubject: (organization, day) => `Reports of ${day} could not be made: ${organization}`,
    title: 'Your reports are ready',
    failedTitle: 'The reports could not be made',
    late: (time) => `The reports were due on ${time}, but the portal was not running at that time.`,
    linked: (titles) => `Open in the portal: ${titles}. You need to sign in. Reports are kept for ${REPORT_DAYS} days.`,
    attached: (titles) =>
      `Attached: ${titles}. The reports contain information about employees. Please do not forward them.`,
    tooLarge: (titles) =>
      `Larger than 10 MB and therefore not attached: ${titles}. Please ask an administrator of the portal for the file.`,
    failed: (kinds) =>
      `Could not be made: ${kinds}. An administrator finds the reason on the page of scheduled reports.`,
    button: 'Open reports',
  },
  uz: {
    kinds: { pdf: 'tashkilot hisoboti', progress: 'oʻqish jarayoni', compliance: 'majburiy oʻqish' },
    list: (titles) => titles.map((one) => `“${one}”`).join(', '),
    subject: (organization, day) => `${day} hisobotlari: ${organization}`,
    failedSubject: (organization, day) => `${day} hisobotlari tayyorlanmadi: ${organization}`,
    title: 'Hisobotlar tayyor',
    failedTitle: 'Hisobotlarni tayyorlab boʻlmadi',
    late: (time) => `Hisobotlar ${time} da kelishi kerak edi, lekin oʻsha paytda portal ishlamayotgan edi.`,
    linked: (titles) =>
      `Portalda ochish mumkin: ${titles}. Tizimga kirish kerak. Hisobotlar ${REPORT_DAYS} kun saqlanadi.`,
    attached: (titles) =>
      `Xatga ilova qilingan: ${titles}. Hisobotlarda xodimlar haqida maʼlumot bor, ularni boshqalarga yubormang.`,
    tooLarge: (titles) =>
      `Hajmi 10 MB dan katta boʻlgani uchun ilova qilinmadi: ${titles}. Faylni portal administratoridan soʻrang.`,
    failed: (kinds) => `Tayyorlab boʻlmadi: ${kinds}. Sababini administrator hisobotlarni yuborish sahifasida koʻradi.`,
    button: 'Hisobotlarni ochish',
  },
};

/** A delivery that is later than this was made up after downtime, and its email says so. */
const LATE_AFTER = HOUR;

const clock = (timeZone: string, withTime: boolean) =>
  new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    ...(withTime && { hour: '2-digit', minute: '2-digit' }),
  });

type Reports = {
  readonly organization: Organization;
  readonly language: Language;
  readonly portal: string;
  readonly delivery: Pick<Delivery, 'due_at' | 'created_at'>;
  readonly recipient: Pick<NamedRecipient, 'employee_id' | 'email'>;
  /** Titles of the reports that the recipient may open, that are attached, and that are too large for that. */
  readonly linked: readonly string[];
  readonly attached: readonly string[];
  readonly tooLarge: readonly string[];
  readonly failed: readonly ScheduledKind[];
  /** Ids of the attached files. */
  readonly files: readonly string[];
};

/** The email with the reports of a delivery for one recipient. */
export const reportsEmail = (one: Reports): OutgoingEmail => {
  const { organization, language, delivery, recipient, linked, attached, tooLarge, failed } = one;
  const w = words[language];
  const [due, created] = [new Date(delivery.due_at), new Date(delivery.created_at)];
  const day = clock(organization.time_zone, false).format(due);
  const isEmpty = linked.length + attached.length + tooLarge.length === 0;
  const say = (text: (titles: string) => string, titles: readonly string[]) =>
    titles.length > 0 ? [text(w.list(titles))] : [];
  const isLate = created.getTime() - due.getTime() > LATE_AFTER;
  return {
    kind: 'scheduled_reports',
    employeeId: recipient.employee_id,
    to: recipient.email,
    language,
    subject: (isEmpty ? w.failedSubject : w.subject)(organization.title, day).slice(0, 250),
    ...layOutEmail({
      language,
      organization: organization.title,
      brandColor: organization.brand_color,
      title: isEmpty ? w.failedTitle : w.title,
      paragraphs: [
        ...(isLate ? [w.late(clock(organization.time_zone, true).format(due))] : []),
        ...say(w.linked, linked),
        ...say(w.attached, attached),
        ...say(w.tooLarge, tooLarge),
        ...(failed.length > 0 ? [w.failed(failed.map((kind) => w.kinds[kind]).join(', '))] : []),
      ],
      ...(linked.length > 0 && {
        button: { label: w.button, url: `${one.portal}/lk/admin/statistics/reports` },
      }),
    }),
    attachments: one.files,
  };
};
