import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReport } from './report-message.ts';

/** Lines that change the structure of a message, mixed with any text. */
const lines = [
  'From: a@b.test',
  'From: "x" <a@b.test>, c@d.test',
  'To: =?utf-8?B?=?=',
  'Subject: =?windows-1251?Q?=CF=F0?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  'Content-Type: message/rfc822',
  'Content-Type: text/html; charset=nonsense',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  "Content-Disposition: attachment; filename*=utf-8''%ff",
  '',
  '',
  '--x',
  '--x--',
  ' folded',
  '<a href="https://phish.test/Ab3_-Ab3_-Ab3_-Ab3_-xy">',
  'From: Anna',
  '-----Original Message-----',
  '=3D=',
  '%%%',
];
const message = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...lines) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    ),
    {
      maxLength: 40,
    },
  )
  .map((all) => Buffer.from(all.join('\r\n')));

test('a message of any bytes is read, with texts of limited length and without control characters', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        message,
        fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
      ),
      async (raw) => {
        const { original, senders, keys } = await readReport(raw);
        expect(original.subject.length).toBeLessThanOrEqual(255);
        expect(original.subject + original.sender).not.toMatch(/[\u0000-\u001f]/);
        expect(senders.every((address) => address === address.toLowerCase())).toBe(true);
        expect(keys.length).toBeLessThanOrEqual(500);
      },
    ),
    { numRuns: 300 },
  );
});
