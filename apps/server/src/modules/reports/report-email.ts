import { screens } from '@sergak/contract/access/screens.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import * as repo from './reports.repo.ts';

type Words = {
  hello: (name: string) => string;
  subject: (title: string) => string;
  title: string;
  report: string;
  certificate: string;
  button: { report: string; certificate: string };
};
const words: Readonly<Record<Language, Words>> = {
  ru: {
    hello: (name) => (name ? `Здравствуйте, ${name}!` : 'Здравствуйте!'),
    subject: (title) => `Готово: ${title}`,
    title: 'Документ готов',
    report: 'Скачайте его в списке отчётов: он хранится 30 дней. Для этого нужно войти на портал.',
    certificate: 'Скачайте его на странице своих курсов. Для этого нужно войти на портал.',
    button: { report: 'Открыть список отчётов', certificate: 'Открыть мои курсы' },
  },
  en: {
    hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
    subject: (title) => `Ready: ${title}`,
    title: 'Your document is ready',
    report: 'Download it from the list of reports, where it is kept for 30 days. You need to sign in to the portal.',
    certificate: 'Download it from the page with your courses. You need to sign in to the portal.',
    button: { report: 'Open the list of reports', certificate: 'Open my courses' },
  },
  uz: {
    hello: (name) => (name ? `Assalomu alaykum, ${name}!` : 'Assalomu alaykum!'),
    subject: (title) => `Tayyor: ${title}`,
    title: 'Hujjat tayyor',
    report: 'Uni hisobotlar roʻyxatidan yuklab oling: u 30 kun saqlanadi. Buning uchun portalga kirish kerak.',
    certificate: 'Uni oʻz kurslaringiz sahifasidan yuklab oling. Buning uchun portalga kirish kerak.',
    button: { report: 'Hisobotlar roʻyxatini ochish', certificate: 'Kurslarimni ochish' },
  },
};

/** Emails a link to a complete report to the person who ordered it. A person removed meanwhile gets no email. */
export const queueLink = async (tx: Tx, platform: Platform, report: repo.ReportTask): Promise<void> => {
  const to = await repo.findAddressee(tx, report.created_by);
  if (!to) return;
  const w = words[to.language];
  const where = report.params.own ? 'certificate' : 'report';
  const path = report.params.own ? screens['learner.courses'].path : screens['statistics.reports'].path;
  await queueEmail(tx, {
    kind: 'report_ready',
    employeeId: to.id,
    to: to.email,
    language: to.language,
    subject: w.subject(report.title),
    ...layOutEmail({
      language: to.language,
      organization: to.title,
      brandColor: to.brand_color,
      title: w.title,
      paragraphs: [w.hello(to.first_name), report.title, w[where]],
      button: { label: w.button[where], url: `${platform.urls.portal}${path}` },
    }),
  });
};
