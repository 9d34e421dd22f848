import type { NamedFile } from './courses.ts';

const word = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
const base64 = (data: Buffer): string => data.toString('base64').replace(/(.{76})/g, '$1\r\n');
/** Quoted-printable: lines of at most 76 characters, every byte that is no plain ASCII escaped. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const units = [...Buffer.from(line)].map((byte) =>
        byte === 61 || byte > 126 || byte < 32
          ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
          : String.fromCharCode(byte),
      );
      let made = '';
      let width = 0;
      for (const unit of units) {
        if (width + unit.length > 75) {
          made += '=\r\n';
          width = 0;
        }
        made += unit;
        width += unit.length;
      }
      return made;
    })
    .join('\r\n');

const page = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office" lang="ru">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Новости портала закупок</title>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<link rel="stylesheet" href="https://fonts.zakupki.example/css?family=Roboto">
<style>a { color: #1f6feb; } @media (max-width: 480px) { .wide { width: 100% !important; } }</style>
<script src="https://cdn.zakupki.example/stat.js"></script>
</head>
<body style="margin:0;background-color:#eef1f5;" bgcolor="#eef1f5">
<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->
<table role="presentation" class="wide" width="600" align="center" cellpadding="0" cellspacing="0" style="background-color:#ffffff;font-family:Arial,sans-serif;">
<tr><td style="padding:24px 32px;"><img src="cid:banner@zakupki.example" alt="Портал закупок" width="536" style="display:block;max-width:100%;"></td></tr>
<tr><td style="padding:0 32px 16px;"><h1 style="margin:0;font-size:22px;">Новые правила согласования заявок</h1></td></tr>
<tr><td style="padding:0 32px 16px;font-size:15px;line-height:22px;"><p id="hello" style="margin:0 0 12px;">Уважаемый коллега!</p>
<p id="deadline" style="margin:0 0 12px;">Подтвердите учётную запись сегодня до 18:00, иначе доступ к порталу будет закрыт.</p>
<p id="team" style="margin:0;">Служба поддержки портала закупок</p></td></tr>
<tr><td align="center" style="padding:8px 32px 28px;"><a href="https://zakupki.example/confirm?u=81" style="display:inline-block;padding:12px 24px;background-color:#1f6feb;color:#ffffff;text-decoration:none;">Подтвердить</a></td></tr>
<tr><td style="padding:16px 32px;font-size:12px;color:#6b7785;">Письмо отправлено автоматически. <a href="https://zakupki.example/unsubscribe?u=81">Отписаться</a></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
<img src="https://t.zakupki.example/open.gif?u=81" width="1" height="1" alt="">
</body>
</html>`;

/** A newsletter as a mail program saves it: Cyrillic in quoted-printable, a picture inside, resources of other sites. */
export const newsletter = (subject: string, picture: Buffer): NamedFile => ({
  name: 'Новости закупок.eml',
  mimeType: 'message/rfc822',
  buffer: Buffer.from(
    [
      'Return-Path: <bounce@zakupki.example>',
      'Received: from mx.zakupki.example (203.0.113.7) by mx.zavod.test with ESMTPS; Mon, 16 Nov 2026 09:12:04 +0500',
      `From: ${word('Портал закупок')} <news@zakupki.example>`,
      'To: <administrator@zavod.test>',
      `Subject: ${word(subject)}`,
      'Date: Mon, 16 Nov 2026 09:12:00 +0500',
      'Message-ID: <20261116091200.81@zakupki.example>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; type="text/html"; boundary="=_newsletter"',
      '',
      '--=_newsletter',
      'Content-Type: text/html; charset="utf-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      quoted(page),
      '--=_newsletter',
      'Content-Type: image/png; name="banner.png"',
      'Content-ID: <banner@zakupki.example>',
      'Content-Disposition: inline; filename="banner.png"',
      'Content-Transfer-Encoding: base64',
      '',
      base64(picture),
      '--=_newsletter--',
      '',
    ].join('\r\n'),
  ),
});
