import { readReport, takeReports } from '../../src/modules/suspicious-mail/public.ts';
import { after, atTime, HOUR, now } from '../../src/platform/clock.ts';
import type { Platform } from '../../src/platform/context.ts';
import { inTenant } from '../../src/platform/db.ts';
import type { DemoOrganization } from './organization.ts';

type Real = {
  readonly hoursAgo: number;
  readonly from: string;
  readonly address: string;
  readonly subject: string;
  readonly link?: string;
  readonly file?: string;
  readonly text: string;
  /** How the receiving server judged the sender; absent for a sender that passes. */
  readonly fails?: boolean;
};
const emails: readonly Real[] = [
  {
    hoursAgo: 3,
    from: 'Банк «Ипак»',
    address: 'secure@ipak-online.example',
    subject: 'Счёт организации заблокирован',
    link: 'http://ipak-online.example/login',
    text: 'Мы заметили подозрительный платёж и заблокировали счёт. Подтвердите данные в течение 24 часов, иначе средства будут возвращены отправителю.',
    fails: true,
  },
  {
    hoursAgo: 27,
    from: 'Курьерская служба',
    address: 'track@express-dostavka.example',
    subject: 'Посылка не доставлена',
    link: 'https://express-dostavka.example/p/8841',
    file: 'Накладная 8841.html',
    text: 'Курьер не застал вас. Откройте накладную во вложении и выберите другое время доставки.',
    fails: true,
  },
  {
    hoursAgo: 52,
    from: 'Рустам Алиев',
    address: 'director.oriyon@mail.example',
    subject: 'Срочно: оплата до обеда',
    text: 'Я на встрече, говорить не могу. Нужно до обеда оплатить счёт нового поставщика. Ответьте, когда будете у компьютера, пришлю реквизиты.',
  },
  {
    hoursAgo: 96,
    from: 'Microsoft 365',
    address: 'no-reply@m365-alerts.example',
    subject: 'Ваш пароль истекает сегодня',
    link: 'https://m365-alerts.example/reset?u=1',
    text: 'Срок действия вашего пароля заканчивается сегодня. Сохраните прежний пароль по ссылке, чтобы не потерять доступ к почте.',
    fails: true,
  },
  {
    hoursAgo: 170,
    from: 'Журнал «Металлург»',
    address: 'news@metallurg-journal.example',
    subject: 'Новости отрасли за ноябрь',
    link: 'https://metallurg-journal.example/november',
    text: 'Новые стандарты проката, интервью с технологом и календарь выставок на декабрь.',
  },
];

const word = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

const hostOf = (one: Real): string => one.address.split('@')[1]!;
const checksOf = (one: Real): string =>
  one.fails
    ? `spf=softfail smtp.mailfrom=${hostOf(one)}; dkim=none; dmarc=fail header.from=${hostOf(one)}`
    : `spf=pass smtp.mailfrom=${hostOf(one)}; dkim=pass header.d=${hostOf(one)}; dmarc=pass header.from=${hostOf(one)}`;

const originalOf = (one: Real, at: Date): string[] => [
  `Return-Path: <${one.address}>`,
  `Received: from mx.oriyon.test (10.20.0.5) by mail.oriyon.test with ESMTPS; ${after(at, 2_000).toUTCString()}`,
  `Authentication-Results: mx.oriyon.test; ${checksOf(one)}`,
  `Received: from ${hostOf(one)} (unknown [203.0.113.24]) by mx.oriyon.test with ESMTP; ${at.toUTCString()}`,
  `Received: from [198.51.100.7] by ${hostOf(one)}; ${after(at, -41_000).toUTCString()}`,
  `From: ${word(one.from)} <${one.address}>`,
  `Subject: ${word(one.subject)}`,
  `Date: ${at.toUTCString()}`,
  `Message-ID: <${one.hoursAgo}@${hostOf(one)}>`,
  'Content-Type: multipart/mixed; boundary="original"',
  '',
  '--original',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(
    `<div style="max-width:560px"><h2>${one.subject}</h2><p>${one.text}</p>${
      one.link ? `<p><a href="${one.link}">Открыть</a></p><img src="${new URL(one.link).origin}/o.gif" alt="">` : ''
    }</div>`,
  )
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n'),
  ...(one.file
    ? [
        '--original',
        'Content-Type: text/html',
        `Content-Disposition: attachment; filename="${word(one.file)}"`,
        '',
        '<p></p>',
      ]
    : []),
  '--original--',
];

/** A report with the email attached, as a mail program sends it. */
const reportOf = (one: Real, reporter: string, at: Date): Buffer =>
  Buffer.from(
    [
      `From: <${reporter}>`,
      `Message-ID: <report-${one.hoursAgo}@oriyon.test>`,
      'Content-Type: multipart/mixed; boundary="report"',
      '',
      '--report',
      'Content-Type: message/rfc822',
      'Content-Disposition: attachment; filename="letter.eml"',
      '',
      ...originalOf(one, at),
      '--report--',
    ].join('\r\n'),
  );

/** Real suspicious emails that people of the demo reported in the last days. */
export const reportSuspicious = async (
  platform: Platform,
  organization: DemoOrganization,
  reporters: readonly string[],
): Promise<void> => {
  const today = now();
  for (const [index, one] of emails.entries()) {
    const at = after(today, -one.hoursAgo * HOUR);
    const raw = reportOf(one, reporters[index % reporters.length]!, at);
    const received = { report: await readReport(raw), isReadable: true, receivedAt: at, size: raw.length, raw };
    await atTime(at, () =>
      inTenant(platform.db, { organizationId: organization.id, readable: [organization.id] }, 'write', (tx) =>
        takeReports(tx, [received], {
          mailbox: { address: 'report@oriyon.test', forward_to: null, thanks: false },
          from: null,
          portal: platform.urls.portal,
          phishing: platform.urls.phishing,
          secrets: platform.secrets,
        }),
      ),
    );
  }
};
