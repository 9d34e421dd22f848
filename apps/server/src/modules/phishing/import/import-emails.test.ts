import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openReport } from './import-report.ts';
import { listEmails } from './import-emails.ts';
import { readEmail } from './import-source.ts';

const CASE = join(import.meta.dirname, 'fixtures/42-forwarded-wrapped.eml');

type Attached = { readonly type?: string; readonly more?: string; readonly raw: string };
const email = (subject: string, text: string, attached: readonly Attached[] = []): string =>
  [
    'From: User <user@company.test>',
    `Subject: ${subject}`,
    `Content-Type: multipart/mixed; boundary="b-${subject}"`,
    '',
    `--b-${subject}`,
    'Content-Type: text/html',
    '',
    `<p>${text}</p>`,
    ...attached.flatMap(({ type = 'message/rfc822', more = 'X: 1', raw }) => [
      `--b-${subject}`,
      `Content-Type: ${type}`,
      more,
      '',
      raw,
    ]),
    `--b-${subject}--`,
    '',
  ].join('\r\n');
const base64 = (raw: string): string => Buffer.from(raw).toString('base64').replace(/.{76}/g, '$&\r\n');
const list = async (raw: string | Buffer) => {
  const { emails, preselected } = await listEmails(Buffer.from(raw));
  return { subjects: emails.map(({ subject, depth }) => [depth, subject]), preselected };
};
const read = async (raw: string | Buffer, place?: number) => {
  const report = openReport();
  const source = await readEmail(Buffer.from(raw), place, report);
  return {
    html: source.html,
    subject: source.subject,
    dropped: report.changes().map(({ code, examples }) => [code, examples]),
  };
};

test('the case: an email attached to a cover note is imported, the cover note on demand', async () => {
  const raw = await readFile(CASE);
  expect(await list(raw)).toEqual({
    subjects: [
      [0, 'FW: x'],
      [1, 'Original subject'],
    ],
    preselected: 1,
  });
  expect(await read(raw)).toMatchObject({ subject: 'Original subject', dropped: [['email_dropped', ['FW: x']]] });
  expect((await read(raw)).html).toContain('Original body');
  const note = await read(raw, 0);
  expect(note.html).toContain('see attached');
  expect(note.html).not.toContain('Original body');
});

test('of emails that are forwarded twice the innermost is preselected, of several attached ones the first', async () => {
  const twice = email('outer', 'note', [{ raw: email('middle', 'second note', [{ raw: email('inner', 'phish') }]) }]);
  expect(await list(twice)).toEqual({
    subjects: [
      [0, 'outer'],
      [1, 'middle'],
      [2, 'inner'],
    ],
    preselected: 2,
  });
  expect((await read(twice)).html).toContain('phish');
  const several = email('cover', 'note', [{ raw: email('one', '1') }, { raw: email('two', '2') }]);
  expect(await list(several)).toEqual({
    subjects: [
      [0, 'cover'],
      [1, 'one'],
      [1, 'two'],
    ],
    preselected: 1,
  });
  expect(await read(several, 2)).toMatchObject({ subject: 'two', dropped: [['email_dropped', ['cover', 'one']]] });
});

test('an attached file that is an email counts as one: of an unknown type, encoded or not', async () => {
  const raw = email('cover', 'note', [
    {
      type: 'application/octet-stream; name="phish.eml"',
      more: 'Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="phish.eml"',
      raw: base64(email('by name', 'x')),
    },
    { more: 'Content-Transfer-Encoding: base64', raw: base64(email('encoded', 'y')) },
    { type: 'application/pdf', more: 'Content-Disposition: attachment; filename="a.pdf"', raw: '%PDF' },
  ]);
  expect((await list(raw)).subjects).toEqual([
    [0, 'cover'],
    [1, 'by name'],
    [1, 'encoded'],
  ]);
  expect((await read(raw, 0)).dropped).toEqual([
    ['email_dropped', ['by name', 'encoded']],
    ['attachment_dropped', ['a.pdf']],
  ]);
});

test('an email without attached ones, a place that does not exist, and more emails than are listed', async () => {
  expect(await list(email('only', 'x'))).toEqual({ subjects: [[0, 'only']], preselected: 0 });
  await expect(read(email('only', 'x'), 1)).rejects.toMatchObject({ code: 'email_unknown' });
  const many = email(
    'cover',
    'x',
    Array.from({ length: 30 }, (_, n) => ({ raw: email(`n${n}`, 'x') })),
  );
  expect((await list(many)).subjects).toHaveLength(20);
});

test('an attached email of which nothing is left is none, and the saved one is imported', async () => {
  const raw = email('Note', 'Text', [{ raw: '' }, { raw: 'X-Scanned: yes\r\n\r\n' }]);
  expect(await list(raw)).toEqual({ subjects: [[0, 'Note']], preselected: 0 });
  expect((await read(raw)).subject).toBe('Note');
});

test('a sender without an address keeps the name, as messages within Exchange have it', async () => {
  const raw = 'From: "Kim, Dana"\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n<p>x</p>';
  expect((await readEmail(Buffer.from(raw), undefined, openReport())).sender).toEqual({
    name: 'Kim, Dana',
    address: '',
  });
});

test('an encrypted message is said to be unreadable, not empty', async () => {
  const raw = 'From: a@b.test\r\nContent-Type: application/pkcs7-mime; name=smime.p7m\r\n\r\nMIIB';
  await expect(readEmail(Buffer.from(raw), undefined, openReport())).rejects.toMatchObject({ code: 'unreadable' });
});
