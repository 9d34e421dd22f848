import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Mail } from './mail.types.ts';
import { isAttachedMail, openAttachedMail, readMail } from './read-mail.ts';
import { decompressRtf, textOfRtf } from './rtf.ts';
import { msgFile, storedRtf, tnefFile, type OutlookMessage } from './test-outlook.ts';

const HTML = '<html><body><p>Срок вашего пароля истекает</p><img src="cid:logo@x"></body></html>';
const TRANSPORT = [
  'Received: from mx.company.test by exchange.company.test; Mon, 23 Nov 2026 10:00:03 +0500',
  'From: =?UTF-8?B?0JHQsNC90Lo=?= <secure@evil.test>',
  'Subject: =?UTF-8?B?0KHRh9GR0YI=?=',
  'Message-ID: <real-1@evil.test>',
  'X-Other:',
  '\tfolded',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '',
].join('\r\n');
const message: OutlookMessage = {
  subject: 'Счёт',
  sender: { name: 'Банк', address: 'secure@evil.test' },
  to: 'anna@company.test',
  messageId: '<real-1@evil.test>',
  html: HTML,
  text: 'Срок вашего пароля истекает',
  attachments: [
    { name: 'logo.png', bytes: Buffer.from('PNG'), mime: 'image/png', cid: 'logo@x' },
    { name: 'Счёт на оплату.pdf', bytes: Buffer.from('%PDF') },
    {
      name: 'Вложенное',
      message: { subject: 'Внутри', html: '<p>Внутреннее письмо</p>', sender: { name: 'Пётр', address: 'p@c.test' } },
    },
  ],
};
/** TNEF arrives within a message in MIME. */
const inMime = (tnef: Buffer, more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `From: a@b.test\r\nSubject: cover\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n${more}--q\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    ),
    Buffer.from(`${tnef.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n--q--\r\n`),
  ]);
const formats: readonly (readonly [name: string, write: (one: OutlookMessage) => Buffer])[] = [
  ['.msg', msgFile],
  ['TNEF', tnefFile],
];
const codePages: readonly (readonly [charset: string, page: number | null])[] = [
  ['Unicode', null], ['windows-1251', 1251], ['koi8-r', 20_866], ['iso-8859-5', 28_595], ['ibm866', 866],
]; // prettier-ignore

const attachedTo = async (mail: Mail): Promise<Mail> => openAttachedMail(mail.attachments.find(isAttachedMail)!);

test.each(formats.flatMap(([name, write]) => codePages.map((page) => [name, ...page, write] as const)))(
  'a message in %s with texts in %s is read: headers, text, files and the attached message',
  async (_, charset, page, write) => {
    const codePage = page === null ? undefined : { charset, page };
    const inside = message.attachments!.map((one) =>
      one.message ? { ...one, message: { ...one.message, codePage } } : one,
    );
    const mail = await readMail(write({ ...message, codePage, attachments: inside }));
    expect(mail).toMatchObject({
      subject: 'Счёт',
      from: { name: 'Банк', address: 'secure@evil.test' },
      messageId: '<real-1@evil.test>',
      html: HTML,
      text: 'Срок вашего пароля истекает',
    });
    expect(mail.to).toMatchObject([{ address: 'anna@company.test' }]);
    const files = mail.attachments.filter((one) => !isAttachedMail(one));
    expect(
      files.map(({ filename, contentId, content }) => [filename, contentId, Buffer.from(content).toString()]),
    ).toEqual([
      ['logo.png', 'logo@x', 'PNG'],
      ['Счёт на оплату.pdf', undefined, '%PDF'],
    ]);
    expect(await attachedTo(mail)).toMatchObject({
      subject: 'Внутри',
      from: { address: 'p@c.test' },
      html: '<p>Внутреннее письмо</p>',
    });
  },
);

test.each(formats)(
  'the headers of the transport are kept, and headers that Outlook stored as properties: %s',
  async (_, write) => {
    const mail = await readMail(
      write({ ...message, transport: TRANSPORT, headers: { 'X-Stored': 'abc', 'X-Other': 'not this' } }),
    );
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'x-stored': 'abc', received: expect.stringContaining('mx.company.test') });
    expect(headers['x-other']?.trim()).toBe('folded');
    expect(mail).toMatchObject({ from: { name: 'Банк', address: 'secure@evil.test' }, html: HTML });
    expect(mail.headers.filter(({ key }) => key === 'from')).toHaveLength(1);
  },
);

test('a text that was kept as RTF is read: with HTML inside, with text inside, and plain RTF', async () => {
  const cyrillic = String.raw`\'d1\'f0\'ee\'ea`;
  const html = String.raw`{\rtf1\ansi\ansicpg1251\fromhtml1 \deff0{\fonttbl{\f0\fswiss\fcharset204 Arial;}}{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 ${cyrillic} \u1087?{\*\htmltag84 <a href="https://evil.test">}x{\*\htmltag92 </a>}\htmlrtf\par}\htmlrtf0{\*\htmltag72 </p>}}`;
  const read = async (rtf: string) => readMail(msgFile({ subject: 'x', rtf }));
  expect((await read(html)).html).toBe('<p>Срок п<a href="https://evil.test">x</a></p>');
  expect(await readMail(msgFile({ subject: 'x', rtf: html, html: '<p>y</p>' }))).toMatchObject({ html: '<p>y</p>' });
  const text = String.raw`{\rtf1\ansi\ansicpg1251\fromtext \deff0{\fonttbl{\f0\fswiss\fcharset204 Arial;}}${cyrillic}\par x}`;
  expect((await read(text)).text).toBe('Срок\r\nx');
  const plain = String.raw`{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fswiss\fcharset204 Arial;}}\b ${cyrillic}\b0\par x}`;
  expect((await read(plain)).text?.trim()).toBe('Срок\r\nx');
});

test('the examples of the specification of compressed RTF are unpacked; malformed ones are not', () => {
  const unpack = (hex: string) => decompressRtf(Buffer.from(hex.replaceAll(' ', ''), 'hex'))?.toString('latin1');
  expect(
    unpack('2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0'),
  ).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
  expect(unpack('1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0')).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
  expect(unpack('ffffff7fffffff7f4c5a4675e2d44b5141')).toBeUndefined();
  expect(unpack('ffffff7f000000014c5a4675e2d44b514100')?.length).toBeLessThan(200);
  expect(unpack('00')).toBeUndefined();
  expect(textOfRtf(storedRtf('no rtf'))).toBeUndefined();
  expect(textOfRtf(storedRtf(`{\\rtf1\\fromtext ${'{'.repeat(20_000)}x`))).toBeUndefined();
});

test('winmail.dat brings the formatted text and the attachments of its message', async () => {
  const mail = await readMail(inMime(tnefFile(message), '--q\r\nContent-Type: text/plain\r\n\r\nplain\r\n'));
  expect(mail).toMatchObject({ subject: 'cover', from: { address: 'a@b.test' }, html: HTML });
  expect(mail.text).toContain('plain');
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['logo.png', 'Счёт на оплату.pdf', 'Вложенное']);
  const broken = await readMail(inMime(Buffer.concat([tnefFile(message).subarray(0, 6), Buffer.from('junk')])));
  expect(broken).toMatchObject({ subject: 'cover' });
});

test.each([
  ['application/octet-stream', 'phish.msg'],
  ['application/vnd.ms-outlook', 'без имени'],
])('a .msg file that is attached as %s is an attached email', async (type, name) => {
  const raw = `Subject: cover\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${msgFile(message).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n--q--\r\n`;
  expect(await attachedTo(await readMail(Buffer.from(raw)))).toMatchObject({ subject: 'Счёт', html: HTML });
});

test('messages nested more deeply than any person does are cut off', async () => {
  const nest = (depth: number): OutlookMessage => ({
    subject: `n${depth}`,
    attachments: depth === 0 ? [] : [{ name: 'x', message: nest(depth - 1) }],
  });
  for (const [, write] of formats) {
    let [mail, depth] = [await readMail(write(nest(12))), 0];
    for (; mail.attachments.some(({ mail: inner }) => inner); depth += 1) mail = await attachedTo(mail);
    expect(depth).toBeGreaterThan(2);
    expect(depth).toBeLessThan(10);
  }
});

test.each(formats)('a damaged file is read as far as possible or rejected: %s', async (_, write) => {
  const whole = write(message);
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(changes, fc.nat(whole.length), async (list, length) => {
      const raw = Buffer.from(whole.subarray(0, Math.max(length, 600)));
      for (const [at, byte] of list) raw[at % raw.length] = byte;
      const mail = await readMail(raw).catch((error: Error) => error.name);
      expect(mail).toBeDefined();
    }),
    { numRuns: 150 },
  );
});

test('a chain of sectors that never ends, a size beyond the file and a folder that contains itself are no danger', async () => {
  const big = msgFile({ subject: 'x', text: 'y'.repeat(20_000) });
  const [fat, folders] = [(big.readUInt32LE(76) + 1) * 512, (big.readUInt32LE(48) + 1) * 512];
  const entry = Array.from({ length: 60 }, (_, n) => n * 128).find((at) => big.readUInt32LE(at + 120) === 40_000)!;
  const start = big.readUInt32LE(entry + 116);
  const damage: readonly ((raw: Buffer) => void)[] = [
    (raw) => raw.writeUInt32LE(start, fat + 4 * start),
    (raw) => raw.writeUInt32LE(0x7fffffff, entry + 120),
    (raw) => {
      raw.writeUInt32LE(start, fat + 4 * start);
      raw.writeUInt32LE(0x7fffffff, entry + 120);
    },
    (raw) => raw.writeUInt32LE(raw.readUInt32LE(48), fat + 4 * raw.readUInt32LE(48)),
    (raw) => raw.writeInt32LE(0, folders + 76),
    (raw) => raw.writeUInt32LE(0xfffffff0, 44),
    (raw) => raw.writeUInt32LE(0, (raw.readUInt32LE(60) + 1) * 512),
  ];
  for (const change of damage) {
    const raw = Buffer.from(big);
    change(raw);
    const mail = await readMail(raw).catch((error: Error) => error);
    expect(mail instanceof Error || mail.subject === 'x' || mail.subject === undefined || mail.subject === '').toBe(
      true,
    );
  }
});

test('a file whose streams share one chain of sectors, in whole or from its middle, is rejected; the same file untouched is read', async () => {
  const files = Array.from({ length: 60 }, (_, n) => ({ name: `f${n}`, bytes: Buffer.alloc(5_000, n) }));
  const big = msgFile({ subject: 'x', text: 'y'.repeat(500_000), attachments: files });
  expect((await readMail(big)).attachments.map(({ content }) => [content.length, content[0]])).toEqual(
    files.map((_, n) => [5_000, n]),
  );
  const sectorAt = (n: number) => (n + 1) * 512;
  const entries: number[] = [];
  const fatOf = (sector: number) => sectorAt(big.readInt32LE(76 + 4 * Math.floor(sector / 128))) + 4 * (sector % 128);
  for (let sector = big.readInt32LE(48); sector >= 0; sector = big.readInt32LE(fatOf(sector)))
    for (let n = 0; n < 4; n += 1) entries.push(sectorAt(sector) + n * 128);
  const start = big.readInt32LE(entries.find((at) => big.readInt32LE(at + 120) === 1_000_000)! + 116);
  const attached = entries.filter((at) => big.readInt32LE(at + 120) === 5_000);
  expect(attached).toHaveLength(60);
  const damage: readonly ((raw: Buffer, at: number, n: number) => void)[] = [
    (raw, at) => raw.writeInt32LE(start, at + 116) && raw.writeInt32LE(1_000_000, at + 120),
    (raw, at, n) => raw.writeInt32LE(start + 1 + n, at + 116),
    (raw, at) => raw.writeInt32LE(start, fatOf(big.readInt32LE(at + 116))),
  ];
  for (const change of damage) {
    const raw = Buffer.from(big);
    attached.forEach((at, n) => change(raw, at, n));
    await expect(readMail(raw)).rejects.toThrow(/compound file/);
  }
});
