import { randomUUID } from 'node:crypto';
import { domainOf } from '@sergak/contract/text.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { prepareMessage, type Mailbox } from '@sergak/mail/message.ts';
import { now } from '../../platform/clock.ts';
import type { OutgoingEmail } from '../../platform/outbox.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { REPORT_HEADER, type Original } from './report-message.ts';
import type { Organization, Reporter } from './reports.query.ts';

type Thanks = { subject: string; title: string; simulation: string[]; suspicious: string[] };
const thanks: Record<Language, Thanks> = {
  ru: {
    subject: 'Спасибо, что сообщили о письме',
    title: 'Спасибо за бдительность!',
    simulation: [
      'Письмо, о котором вы сообщили, — учебное. Вы поступили правильно: заметили подозрительное письмо и рассказали о нём.',
      'Поступайте так же с любым письмом, которое вызывает сомнения. Коллегам о проверке пока не рассказывайте.',
    ],
    suspicious: [
      'Мы получили письмо, о котором вы сообщили. Его проверит служба безопасности.',
      'Пока не открывайте в этом письме ссылки и вложения и не отвечайте на него.',
    ],
  },
  en: {
    subject: 'Thank you for reporting an email',
    title: 'Thank you for staying alert!',
    simulation: [
      'The email you reported was a phishing simulation. You did the right thing: you noticed a suspicious email and reported it.',
      'Do the same with any email that you have doubts about. Please do not tell your colleagues about the simulation yet.',
    ],
    suspicious: [
      'We have received the email you reported. The security team will check it.',
      'Until then, do not open its links or attachments, and do not reply to it.',
    ],
  },
  uz: {
    subject: 'Xat haqida xabar berganingiz uchun rahmat',
    title: 'Hushyorligingiz uchun rahmat!',
    simulation: [
      'Siz xabar bergan xat oʻquv xati edi. Toʻgʻri ish qildingiz: shubhali xatni payqab, u haqda xabar berdingiz.',
      'Shubha uygʻotgan har qanday xat bilan shunday yoʻl tuting. Tekshiruv haqida hozircha hamkasblaringizga aytmang.',
    ],
    suspicious: [
      'Siz xabar bergan xatni oldik. Uni xavfsizlik xizmati tekshiradi.',
      'Hozircha bu xatdagi havola va ilovalarni ochmang, unga javob yozmang.',
    ],
  },
};

/** Thanks a person for a report, in the person's language. */
export const thanksEmail = (
  reporter: Reporter,
  organization: Organization,
  what: 'simulation' | 'suspicious',
): OutgoingEmail => {
  const language = reporter.language ?? (organization.language as Language);
  const words = thanks[language];
  return {
    kind: 'report_thanks',
    employeeId: reporter.id,
    to: reporter.email,
    language,
    subject: words.subject,
    tellsResult: what === 'simulation',
    ...layOutEmail({
      language,
      organization: organization.title,
      brandColor: organization.brand_color,
      title: words.title,
      paragraphs: words[what],
    }),
  };
};

/** Largest report that is attached to the email to the security team, in bytes. */
export const ATTACHED_MAX = 10 * 1024 * 1024;

type Forward = {
  subject: (subject: string) => string;
  title: string;
  lines: (f: ForwardFacts) => string[];
  button: string;
  nobody: string;
  none: string;
};
type ForwardFacts = { reporter: string; sender: string; subject: string; attached: boolean };
const forward: Record<Language, Forward> = {
  ru: {
    subject: (subject) => `Подозрительное письмо: ${subject}`,
    title: 'Сотрудник сообщил о подозрительном письме',
    lines: (f) => [
      `Кто сообщил: ${f.reporter}. Отправитель письма: ${f.sender}. Тема: ${f.subject}.`,
      f.attached
        ? 'Сообщение сотрудника приложено файлом report.eml. Осторожно: в нём могут быть опасные ссылки и вложения.'
        : 'Сообщение сотрудника больше 10 МБ и не приложено. Оно осталось в ящике, куда сотрудники сообщают о письмах.',
    ],
    button: 'Открыть на портале',
    nobody: 'неизвестно',
    none: 'без темы',
  },
  en: {
    subject: (subject) => `Suspicious email: ${subject}`,
    title: 'An employee reported a suspicious email',
    lines: (f) => [
      `Reported by: ${f.reporter}. Sender of the email: ${f.sender}. Subject: ${f.subject}.`,
      f.attached
        ? 'The report is attached as report.eml. Be careful: it may contain dangerous links and attachments.'
        : 'The report is larger than 10 MB and is not attached. It is still in the report mailbox.',
    ],
    button: 'Open in the portal',
    nobody: 'unknown',
    none: 'no subject',
  },
  uz: {
    subject: (subject) => `Shubhali xat: ${subject}`,
    title: 'Xodim shubhali xat haqida xabar berdi',
    lines: (f) => [
      `Kim xabar berdi: ${f.reporter}. Xat yuboruvchisi: ${f.sender}. Mavzu: ${f.subject}.`,
      f.attached
        ? 'Xodimning xabari report.eml fayli sifatida ilova qilingan. Ehtiyot boʻling: unda xavfli havola va ilovalar boʻlishi mumkin.'
        : 'Xodimning xabari 10 MB dan katta, shuning uchun ilova qilinmadi. U xabarlar keladigan pochta qutisida qoldi.',
    ],
    button: 'Portalda ochish',
    nobody: 'nomaʼlum',
    none: 'mavzusiz',
  },
};

export type Forwarded = {
  readonly organization: Organization;
  readonly from: Mailbox;
  readonly to: string;
  readonly portal: string;
  readonly id: string;
  readonly original: Original;
  readonly reporter: string;
  /** The report as it was received; null if it is too large. */
  readonly raw: Buffer | null;
};

const inert = (text: string): string => text.replaceAll('{{', '{ {');

/** The email to the security team, with the report as an .eml file. */
export const forwardEmail = (one: Forwarded): { subject: string; messageId: string; message: Buffer } => {
  const language = one.organization.language as Language;
  const words = forward[language];
  const { original, raw } = one;
  const subject = words.subject(original.subject || words.none).slice(0, 250);
  const { html, text } = layOutEmail({
    language,
    organization: one.organization.title,
    brandColor: one.organization.brand_color,
    title: words.title,
    paragraphs: words.lines({
      reporter: one.reporter || words.nobody,
      sender: original.sender || words.nobody,
      subject: original.subject || words.none,
      attached: raw !== null,
    }),
    button: { label: words.button, url: `${one.portal}/lk/admin/phishing/suspicious?email=${one.id}` },
  });
  const messageId = `<${randomUUID()}@${domainOf(one.from.address)}>`;
  const message = prepareMessage({
    from: one.from,
    subject: '{{subject}}',
    html: html.replaceAll('{{', '&#123;&#123;'),
    text: inert(text),
    headers: { 'Auto-Submitted': 'auto-generated', [REPORT_HEADER]: 'forwarded' },
    // Not message/rfc822: that type must not be encoded in base64, and gateways would unpack it.
    attachments:
      raw === null ? [] : [{ filename: 'report.eml', contentType: 'application/octet-stream', content: raw }],
  })({ subject }, { to: { address: one.to }, messageId, date: now() });
  return { subject, messageId, message };
};
