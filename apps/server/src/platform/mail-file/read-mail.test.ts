import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

const read = (text: string | Buffer) => readMail(Buffer.from(text as string));

test('a mark in front of the file is no part of the first header', async () => {
  const mail = await read(
    '\uFEFFFrom: a@b.test\r\nSubject: Тема\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>x</p>',
  );
  expect([mail.from?.address, mail.subject]).toEqual(['a@b.test', 'Тема']);
});

const word = (bytes: Buffer, kind: 'B' | 'Q') =>
  kind === 'B'
    ? `=?utf-8?B?${bytes.toString('base64')}?=`
    : `=?UTF-8?q?${Array.from(bytes, (byte) => `=${byte.toString(16).toUpperCase()}`).join('')}?=`;
test.each([
  ['B', 'B'],
  ['Q', 'Q'],
  ['B', 'Q'],
] as const)('encoded words that are cut within a character are joined: %s, %s', async (first, second) => {
  const bytes = Buffer.from('Обновите пароль');
  const subject = `RE: ${word(bytes.subarray(0, 7), first)}\r\n ${word(bytes.subarray(7), second)}: срок`;
  const mail = await read(`Subject: ${subject}\r\nFrom: a@b.test\r\n\r\nx`);
  expect(mail.subject).toBe('RE: Обновите пароль: срок');
});

test('whole encoded words stay as they are', async () => {
  const mail = await read(
    `From: ${word(Buffer.from('Ким'), 'B')} =?koi8-r?B?5MHOwQ==?= <a@b.test>\r\nSubject: ${word(Buffer.from('Да'), 'Q')} ${word(Buffer.from('на'), 'B')}\r\n\r\nx`,
  );
  expect([mail.from?.name, mail.subject]).toEqual(['КимДана', 'Дана']);
});

/** A value of BER with a stated length, or with one that is not stated. */
const value = (tag: number, parts: readonly Buffer[], isOpen = false): Buffer => {
  const content = Buffer.concat(parts);
  if (isOpen) return Buffer.concat([Buffer.from([tag, 0x80]), content, Buffer.from([0, 0])]);
  const length =
    content.length < 0x80
      ? Buffer.from([content.length])
      : Buffer.from([0x82, content.length >> 8, content.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
};
const kindOf = (last: number) => Buffer.from([6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, last]);
const signed = (content: Buffer, isOpen: boolean): Buffer => {
  const halves = [content.subarray(0, 40), content.subarray(40)].map((half) => value(4, [half]));
  const octets = isOpen ? value(0x24, halves, true) : value(4, [content]);
  const encapsulated = value(0x30, [kindOf(1), value(0xa0, [octets], isOpen)], isOpen);
  const data = value(0x30, [Buffer.from([2, 1, 1]), value(0x31, []), encapsulated, value(0x31, [])], isOpen);
  return value(0x30, [kindOf(2), value(0xa0, [data], isOpen)], isOpen);
};
const sealed = (content: Buffer, type = 'application/pkcs7-mime') =>
  `From: a@b.test\r\nSubject: Подписано\r\nContent-Type: ${type}; name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}`;

test.each([true, false])('a message that is signed as a whole is read: lengths left open: %s', async (isOpen) => {
  const inner =
    'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Текст</p>\r\n--x\r\n' +
    'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nFrom: evil@c.test\r\nSubject: y\r\n\r\nz\r\n--x--\r\n';
  const mail = await read(sealed(signed(Buffer.from(inner), isOpen), isOpen ? 'application/x-pkcs7-mime' : undefined));
  expect([mail.subject, mail.html?.trim(), mail.attachments.map(({ mimeType }) => mimeType)]).toEqual([
    'Подписано',
    '<p>Текст</p>',
    ['message/rfc822'],
  ]);
});

test('an encrypted message, a broken one and one that is signed again and again stay files', async () => {
  const enveloped = value(0x30, [kindOf(3), value(0xa0, [value(0x30, [])])]);
  const whole = signed(Buffer.from('Content-Type: text/html\r\n\r\nx'), true);
  let nested = Buffer.from('Content-Type: text/html\r\n\r\nx');
  for (let i = 0; i < 10; i += 1) nested = Buffer.from(sealed(signed(nested, false)));
  const open = Buffer.concat([Buffer.from('3080'.repeat(100_000), 'hex')]);
  for (const content of [enveloped, whole.subarray(0, 30), Buffer.from([0x30, 0x84, 255, 255, 255, 255]), open])
    expect((await read(sealed(content))).attachments).toHaveLength(1);
  expect((await read(nested)).html).toBeUndefined();
});

test('a signed message that is cut anywhere is still read as a mail', async () => {
  for (const isOpen of [true, false]) {
    const whole = signed(Buffer.from('Content-Type: text/plain\r\n\r\nx'), isOpen);
    for (let length = 1; length < whole.length; length += 1)
      expect(
        (await read(sealed(whole.subarray(0, length)))).headers.map(({ key }) => key),
        `${length}`,
      ).toContain('content-type');
  }
});
