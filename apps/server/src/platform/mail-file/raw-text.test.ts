import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAttachedMail, openAttachedMail, readMail } from './read-mail.ts';

const cyrillic = (charset: string): ReadonlyMap<string, number> => {
  const bytes = Uint8Array.from({ length: 128 }, (_, n) => n + 128);
  return new Map([...new TextDecoder(charset).decode(bytes)].map((char, n) => [char, n + 128]));
};
/** The bytes of a text in a charset of one byte a character. */
const encode = (text: string, charset: string): Buffer => {
  if (charset === 'utf-8') return Buffer.from(text);
  const table = cyrillic(charset);
  return Buffer.from([...text].map((char) => (char < '\x80' ? char.charCodeAt(0) : table.get(char)!)));
};

const SUBJECT = 'Срочно: подтвердите учётную запись';
const NAME = 'Отдел информационной безопасности';
const message = (charset: string, type: string, more = '') =>
  encode(
    `From: "${NAME}" <it@old.example>\r\nTo: x@y.z\r\nSubject: ${SUBJECT}\r\nMIME-Version: 1.0\r\n${more}${type}\r\n\r\n<p>Здравствуйте, коллеги</p>`,
    charset,
  );
const charsets = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866', 'utf-8'];

test.each(charsets)('raw headers are decoded by the charset that the body names: %s', async (charset) => {
  const mail = await readMail(message(charset, `Content-Type: text/html; charset=${charset}`));
  expect(mail).toMatchObject({ subject: SUBJECT, from: { name: NAME, address: 'it@old.example' } });
  expect(mail.html).toContain('Здравствуйте, коллеги');
});

test.each(charsets)('headers and a body that name no charset are recognised: %s', async (charset) => {
  for (const type of ['Content-Type: text/html', 'Content-Type: text/html; charset=us-ascii', 'X-Other: 1']) {
    const mail = await readMail(message(charset, type));
    expect(mail).toMatchObject({ subject: SUBJECT, from: { name: NAME } });
    expect(`${mail.html}${mail.text}`).toContain('Здравствуйте, коллеги');
  }
});

test('the case: a subject and a sender in raw KOI8-R', async () => {
  const file = join(import.meta.dirname, '../../modules/phishing/import/fixtures/40-raw-koi8r-header.eml');
  const mail = await readMail(await readFile(file));
  expect(mail).toMatchObject({ subject: 'Срочно: подтвердите учётную запись', from: { name: 'Отдел ИТ' } });
  expect(mail.html).toContain('Здравствуйте');
});

test('the name of an attachment is decoded by the charset of the text, in a folded field as well', async () => {
  const raw = encode(
    [
      'From: a@b.test',
      'Content-Type: multipart/mixed;',
      '\tboundary="=_1 2"',
      '',
      '--=_1 2',
      'Content-Type: text/plain; charset="koi8-r"',
      '',
      'Счёт во вложении',
      '-- ',
      'Подпись',
      '--=_1 2',
      'Content-Type: application/pdf;',
      ' name="Счёт на оплату.pdf"',
      'Content-Disposition: attachment;',
      ' filename="Счёт на оплату.pdf"',
      '',
      '%PDF',
      '--=_1 2--',
      '',
    ].join('\r\n'),
    'koi8-r',
  );
  const mail = await readMail(raw);
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Счёт на оплату.pdf']);
  expect(mail.text).toContain('Счёт во вложении\n-- \nПодпись');
});

test('an attached email is decoded by its own charset, not by that of its cover note', async () => {
  const inner = message('koi8-r', 'Content-Type: text/html; charset=koi8-r');
  const cover = [
    'Subject: Переслано',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=windows-1251',
    '',
    'см. вложение',
    '--b',
    'Content-Type: message/rfc822',
    '',
    '',
  ].join('\r\n');
  const mail = await readMail(Buffer.concat([encode(cover, 'windows-1251'), inner, Buffer.from('\r\n--b--\r\n')]));
  expect(mail).toMatchObject({ subject: 'Переслано' });
  expect(mail.text).toContain('см. вложение');
  const attached = mail.attachments.filter(isAttachedMail);
  expect(attached).toHaveLength(1);
  expect(await openAttachedMail(attached[0]!)).toMatchObject({ subject: SUBJECT, from: { name: NAME } });
});

test('charsets that are named wrongly, and encoded bodies without a name', async () => {
  const html = '<html><head><meta charset="windows-1251"></head><p>Привет всем коллегам</p></html>';
  const read = async (head: string, body: string) =>
    (await readMail(Buffer.from(`From: a@b.test\r\n${head}\r\n\r\n${body}`, 'latin1'))).html;
  const bytes = encode(html, 'windows-1251');
  const quoted = bytes.toString('latin1').replace(/[=\x80-\xff]/g, (char) => `=${char.charCodeAt(0).toString(16)}`);
  const type = 'Content-Type: text/html';
  expect(await read(`${type}\r\nContent-Transfer-Encoding: quoted-printable`, quoted)).toContain('Привет всем');
  expect(await read(`${type}\r\nContent-Transfer-Encoding: base64`, bytes.toString('base64'))).toContain('Привет всем');
  expect(await read(`${type}; charset=win-1251`, bytes.toString('latin1'))).toContain('Привет всем');
  expect(await read(`${type}; charset=utf-8`, bytes.toString('latin1'))).toContain('Привет всем');
  expect(await read(`${type}; charset=x-unknown`, Buffer.from('Привет').toString('latin1'))).toContain('Привет');
  expect(await read(`${type}; charset=iso-8859-1`, 'Gr\xfc\xdfe')).toContain('Grüße');
});

test.each(['win-1251', 'windows1251', 'koi8r', 'cp_866'])(
  'encoded words name their charset in any spelling: %s',
  async (label) => {
    const charset = { 'win-1251': 'windows-1251', windows1251: 'windows-1251', koi8r: 'koi8-r', cp_866: 'ibm866' }[
      label
    ]!;
    const word = `=?${label}?B?${encode('Подтвердите', charset).toString('base64')}?=`;
    const raw = `From: ${word} <a@b.test>\r\nSubject: ${word}\r\n ${word}\r\n\r\nx`;
    expect(await readMail(Buffer.from(raw))).toMatchObject({
      subject: 'ПодтвердитеПодтвердите',
      from: { name: 'Подтвердите' },
    });
  },
);

test('a message of UTF-8 with a character cut in the middle stays UTF-8', async () => {
  const cut = Buffer.concat([
    Buffer.from('Subject: Подтвердите учётную запис').subarray(0, -1),
    Buffer.from('\r\n\r\nтекст'),
  ]);
  expect((await readMail(cut)).subject).toContain('Подтвердите учётную запи');
});
