import { msgFile, tnefFile, type OutlookMessage } from '../../platform/mail-file/test-outlook.ts';
import { SIMULATION_HEADER, simulationMac } from '../settings/public.ts';

/** Messages as mail programs write them, for tests: how a person reports an email, by program and by way. */
export type ReportedMessage = {
  /** Address of the person who reports. */
  readonly by: string;
  /** Address that the email was sent to. */
  readonly to: string;
  readonly report: string;
  readonly link: string;
  /** With angle brackets. */
  readonly messageId: string;
  readonly headerKey?: Buffer;
  /** Makes the Message-ID of the report. */
  readonly n?: string;
};

const base64 = (text: string) =>
  Buffer.from(text)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n');
const word = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
const quoted = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte === 61 || byte > 126 || (byte < 32 && byte !== 10)
        ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')
    .replace(/((?:=[0-9A-F]{2}|[^=\n]){70})(?=[^\n])/g, '$1=\n');
const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n');

/** The simulated email as it was delivered. */
export const simulation = (r: ReportedMessage): string =>
  crlf(`Return-Path: <support@help-desk.test>
Received: from mx.company.test (10.1.1.5) by exchange.company.test with ESMTPS; Mon, 23 Nov 2026 10:00:03 +0500
From: ${word('Служба поддержки')} <support@help-desk.test>
To: <${r.to}>
Subject: ${word('Обновите пароль')}
Date: Mon, 23 Nov 2026 10:00:00 +0500
Message-ID: ${r.messageId}
${r.headerKey ? `${SIMULATION_HEADER}: ${simulationMac(r.headerKey, r.messageId)}\n` : ''}MIME-Version: 1.0
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

${base64(`<html><body><p>Анна, срок пароля истекает.</p><a href="${r.link}">Обновить</a><img src="${r.link}/o.gif"></body></html>`)}
`);

const head = (r: ReportedMessage, program: string, more = '') => `From: ${word('Анна Ким')} <${r.by}>
To: <${r.report}>
Date: Mon, 23 Nov 2026 10:20:00 +0500
Message-ID: <${program}-${r.n ?? '1'}-${r.by}>
MIME-Version: 1.0
${more}`;

/** Outlook rewrites links when Safe Links is on, and writes the headers of the original as bold lines. */
const outlookInline = (r: ReportedMessage) => `${head(
  r,
  'outlook',
  `Subject: ${word('FW: Обновите пароль')}
Thread-Topic: ${word('Обновите пароль')}
Thread-Index: AQHb2Zt1yW5g
X-MS-Has-Attach:
Content-Language: ru-RU
Content-Type: multipart/alternative; boundary="_000_AS8PR05MB"`,
)}

--_000_AS8PR05MB
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

${base64(`Подозрительное письмо\r\n\r\nFrom: Служба поддержки <support@help-desk.test>\r\nSent: Monday, November 23, 2026 10:00 AM\r\nTo: ${r.to}\r\nSubject: Обновите пароль\r\n\r\nАнна, срок пароля истекает.\r\nОбновить<https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(r.link)}&data=05%7C02%7C>`)}
--_000_AS8PR05MB
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

${base64(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang="RU" link="#0563C1"><div class="WordSection1"><p class="MsoNormal">Подозрительное письмо<o:p></o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> Служба поддержки &lt;support@help-desk.test&gt;<br><b>Sent:</b> Monday, November 23, 2026 10:00 AM<br><b>To:</b> ${r.to}<br><b>Subject:</b> Обновите пароль</p></div></div><p>Анна, срок пароля истекает.</p><a href="https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(r.link)}&amp;data=05%7C02%7C&amp;reserved=0" originalsrc="x">Обновить</a></div></body></html>`)}
--_000_AS8PR05MB--
`;

const gmailInline = (r: ReportedMessage) => `${head(
  r,
  'CAF-gmail',
  `Subject: ${word('Fwd: Обновите пароль')}
Content-Type: multipart/alternative; boundary="000000000000b0a1c2"`,
)}

--000000000000b0a1c2
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: base64

${base64(`---------- Forwarded message ---------\r\nОт: Служба поддержки <support@help-desk.test>\r\nDate: пн, 23 нояб. 2026 г. в 10:00\r\nSubject: Обновите пароль\r\nTo: <${r.to}>\r\n\r\n\r\nАнна, срок пароля истекает.\r\nОбновить <${r.link}>\r\n`)}
--000000000000b0a1c2
Content-Type: text/html; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

${quoted(`<div dir="ltr"><br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>От: <strong class="gmail_sendername" dir="auto">Служба поддержки</strong> <span dir="auto">&lt;<a href="mailto:support@help-desk.test">support@help-desk.test</a>&gt;</span><br>Date: пн, 23 нояб. 2026 г. в 10:00<br>Subject: Обновите пароль<br>To:  &lt;<a href="mailto:${r.to}">${r.to}</a>&gt;<br></div><br><br><p>Анна, срок пароля истекает.</p><a href="${r.link}" target="_blank">Обновить</a></div></div>`)}
--000000000000b0a1c2--
`;

const appleInline = (r: ReportedMessage) => `${head(
  r,
  'apple',
  `Subject: ${word('Fwd: Обновите пароль')}
X-Mailer: Apple Mail (2.3826.200.121)
Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3826.200.121\\))
References: ${r.messageId}
Content-Type: multipart/alternative; boundary="Apple-Mail=_5F1D"`,
)}

--Apple-Mail=_5F1D
Content-Transfer-Encoding: quoted-printable
Content-Type: text/plain; charset=utf-8

${quoted(`\n\n> Начало переадресованного сообщения:\n> \n> От: Служба поддержки <support@help-desk.test>\n> Тема: Обновите пароль\n> Дата: 23 ноября 2026 г. в 10:00:00 GMT+5\n> Кому: ${r.to}\n> \n> Анна, срок пароля истекает.\n> Обновить <${r.link}>\n`)}
--Apple-Mail=_5F1D
Content-Transfer-Encoding: quoted-printable
Content-Type: text/html; charset=utf-8

${quoted(`<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word;"><br><div><br><blockquote type="cite"><div>Начало переадресованного сообщения:</div><br class="Apple-interchange-newline"><div style="margin: 0px;"><span style="font-family: -webkit-system-font;"><b>От: </b></span><span>Служба поддержки &lt;<a href="mailto:support@help-desk.test">support@help-desk.test</a>&gt;<br></span></div><div style="margin: 0px;"><b>Тема: </b><b>Обновите пароль</b><br></div><br><div><a href="${r.link}">Обновить</a></div></blockquote></div></body></html>`)}
--Apple-Mail=_5F1D--
`;

const thunderbirdInline = (r: ReportedMessage) => `${head(
  r,
  'moz',
  `Subject: ${word('Fwd: Обновите пароль')}
User-Agent: Mozilla Thunderbird
References: ${r.messageId}
X-Forwarded-Message-Id: ${r.messageId}
Content-Language: ru
Content-Type: text/html; charset=UTF-8
Content-Transfer-Encoding: 8bit`,
)}

<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><p><br></p><div class="moz-forward-container"><br><br>-------- Перенаправленное сообщение --------
<table class="moz-email-headers-table" cellspacing="0" cellpadding="0" border="0"><tbody><tr><th valign="BASELINE" align="RIGHT" nowrap="nowrap">Тема: </th><td>Обновите пароль</td></tr><tr><th>Дата: </th><td>Mon, 23 Nov 2026 10:00:00 +0500</td></tr><tr><th>От: </th><td>Служба поддержки <a class="moz-txt-link-rfc2396E" href="mailto:support@help-desk.test">&lt;support@help-desk.test&gt;</a></td></tr></tbody></table><br><p>Анна, срок пароля истекает.</p></div></body></html>
`;

type Attaching = { program: string; type: string; encode: boolean };
const attached =
  ({ program, type, encode }: Attaching, original = simulation) =>
  (r: ReportedMessage) =>
    `${head(
      r,
      program,
      `Subject: ${word('Обновите пароль')}
Content-Type: multipart/mixed; boundary="----=_${program}"`,
    )}

------=_${program}
Content-Type: text/plain; charset="utf-8"

Spam?

------=_${program}
${type}
${encode ? 'Content-Transfer-Encoding: base64\n' : ''}Content-Disposition: attachment; filename="letter.eml"

${encode ? base64(original(r)) : original(r)}
------=_${program}--
`;

/** The simulated email as Outlook keeps it; `transport`: with the headers that it arrived with. */
const inOutlook = (r: ReportedMessage, transport: boolean): OutlookMessage => ({
  subject: 'Обновите пароль',
  sender: { name: 'Служба поддержки', address: 'support@help-desk.test' },
  to: r.to,
  html: `<html><body><p>Анна, срок пароля истекает.</p><a href="${r.link}">Обновить</a></body></html>`,
  messageId: r.messageId,
  ...(transport
    ? { transport: simulation(r).split('\r\n\r\n', 1)[0]! }
    : { headers: r.headerKey ? { [SIMULATION_HEADER]: simulationMac(r.headerKey, r.messageId) } : {} }),
});
const fileOf =
  (program: string, type: string, name: string, content: (r: ReportedMessage) => Buffer) => (r: ReportedMessage) =>
    `${head(
      r,
      program,
      `Subject: ${word('FW: Обновите пароль')}
Content-Type: multipart/mixed; boundary="----=_${program}"`,
    )}

------=_${program}
Content-Type: text/plain; charset="utf-8"

Spam?

------=_${program}
Content-Type: ${type}; name="${name}"
Content-Disposition: attachment; filename="${name}"
Content-Transfer-Encoding: base64

${content(r)
  .toString('base64')
  .replace(/(.{76})/g, '$1\r\n')}
------=_${program}--
`;
const savedMessage = (transport: boolean) => (r: ReportedMessage) => msgFile(inOutlook(r, transport));
const winmail = (r: ReportedMessage) =>
  tnefFile({
    subject: 'FW: Обновите пароль',
    text: 'Spam?',
    attachments: [{ name: 'Обновите пароль', message: inOutlook(r, true) }],
  });
const winmailWithFile = (r: ReportedMessage) =>
  tnefFile({
    subject: 'FW: Обновите пароль',
    html: '<p>Spam?</p>',
    attachments: [{ name: 'letter.msg', bytes: msgFile(inOutlook(r, true)) }],
  });

/** The original as it is, with new trace headers on top. */
const redirected = (r: ReportedMessage) => `Resent-From: ${word('Анна Ким')} <${r.by}>
Resent-To: <${r.report}>
Resent-Date: Mon, 23 Nov 2026 10:21:00 +0500
Resent-Message-ID: <resent-${r.n ?? '1'}-${r.by}>
${simulation(r)}`;
/** A rule of Exchange redirects without saying who did it. */
const redirectedByRule = (
  r: ReportedMessage,
) => `Received: from exchange.company.test by mail.company.test; Mon, 23 Nov 2026 10:21:00 +0500
X-MS-Exchange-Inbox-Rules-Loop: ${r.to}
${simulation(r)}`;

const of = (make: (r: ReportedMessage) => string) => (r: ReportedMessage) => Buffer.from(crlf(make(r)));
export const ways = {
  'Outlook, forwarded inline, links rewritten': of(outlookInline),
  'Gmail, forwarded inline': of(gmailInline),
  'Apple Mail, forwarded inline': of(appleInline),
  'Thunderbird, forwarded inline without links': of(thunderbirdInline),
  'Outlook, as an attachment': of(attached({ program: 'ol-att', type: 'Content-Type: message/rfc822', encode: false })),
  'Outlook on the web, .eml as a file': of(
    attached({ program: 'owa', type: 'Content-Type: application/octet-stream; name="letter.eml"', encode: true }),
  ),
  'Gmail, as an attachment': of(
    attached({
      program: 'gm-att',
      type: 'Content-Type: message/rfc822; name="letter.eml"\nX-Attachment-Id: f_1',
      encode: false,
    }),
  ),
  'Apple Mail, as an attachment': of(
    attached({
      program: 'am-att',
      type: 'Content-Type: message/rfc822;\n\tx-unix-mode=0666;\n\tname="letter.eml"',
      encode: false,
    }),
  ),
  'Thunderbird, as an attachment': of(
    attached({
      program: 'tb-att',
      type: 'Content-Type: message/rfc822; charset=UTF-8; name="letter.eml"',
      encode: false,
    }),
  ),
  'Outlook, .msg dragged in as a file': of(
    fileOf('ol-msg', 'application/octet-stream', 'Обновите пароль.msg', savedMessage(true)),
  ),
  'Outlook, .msg as a file whose headers are properties': of(
    fileOf('ol-msg2', 'application/vnd.ms-outlook', 'letter.msg', savedMessage(false)),
  ),
  'Exchange, the attachment inside of winmail.dat': of(
    fileOf('ol-tnef', 'application/ms-tnef', 'winmail.dat', winmail),
  ),
  'Exchange, a .msg file inside of winmail.dat': of(
    fileOf('ol-tnef2', 'application/octet-stream', 'winmail.dat', winmailWithFile),
  ),
  'Apple Mail and Thunderbird, redirected': of(redirected),
  'Outlook, redirected by a rule': of(redirectedByRule),
} as const;

/** A real phishing email, attached to a report. */
export const realPhishing = (r: ReportedMessage): Buffer =>
  of(
    attached({ program: 'real', type: 'Content-Type: message/rfc822', encode: false }, () =>
      crlf(`Return-Path: <x@evil.test>
Received: from evil.test (203.0.113.9) by mx.company.test; Mon, 23 Nov 2026 09:00:00 +0500
From: ${word('Банк')} <secure@evil.test>
To: <${r.to}>
Subject: ${word('Ваш счёт заблокирован')}
Date: Mon, 23 Nov 2026 09:00:00 +0500
Message-ID: <real-1@evil.test>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/html; charset=utf-8

<a href="http://bank.evil.test/login?a=1&amp;b=2">Войти</a><script>alert(1)</script>
--b
Content-Type: application/pdf; name="invoice.pdf"
Content-Disposition: attachment; filename="invoice.pdf"
Content-Transfer-Encoding: base64

${base64('%PDF-1.4 not really a document')}
--b--
`),
    ),
  )(r);
