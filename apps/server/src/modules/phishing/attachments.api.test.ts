import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { expect, test } from 'vitest';
import { call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { sheetFile, slideFile, wordFile } from '../../../test/make/office-files.ts';
import { emails } from '../../../test/make/phishing.ts';

const own = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const upload = async (name: string, bytes: string | Buffer) => {
    const path = join(tmpdir(), `attachment-${randomUUID()}`);
    await writeFile(path, bytes);
    const attachment = { path, name, type: 'application/octet-stream', size: bytes.length };
    return call('phishing.attachment-upload', administrator, {}, { attachment });
  };
  return { org, administrator, upload, ...(await emails(org)) };
};
const pdf = (inside: string) =>
  `%PDF-1.4\n1 0 obj\n<< /Type /Catalog ${inside} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`;
const rels = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
const event = (more = '') => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${more}END:VCALENDAR\r\n`;

test('files of allowed types are stored, each with what it can report', async () => {
  const { upload, administrator } = await own();
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const files: readonly (readonly [string, string | Buffer, string])[] = [
    ['Приказ.docx', wordFile('Текст {{link}}'), 'opened'],
    ['Смета.xlsx', sheetFile('a\tb'), 'opened'],
    ['Показ.pptx', slideFile(), 'opened'],
    ['Страница.html', '<!doctype html><p>Текст <a href="{{link}}">x</a></p>', 'opened'],
    ['Встреча.ics', event('DESCRIPTION:{{link}}\r\n'), 'clicked'],
    ['Без ссылки.ics', event(), 'nothing'],
    ['Счёт.pdf', pdf(''), 'nothing'],
    ['Схема.jpg', picture, 'nothing'],
  ];
  for (const [name, bytes, reports] of files) {
    const made = await upload(name, bytes);
    expect([made.name, made.reports]).toEqual([name.replace('.jpg', '.png'), reports]);
    expect(await call('files.get', administrator, { id: made.file_id })).toMatchObject({
      type: made.type,
      size: made.size,
    });
  }
});

test.each([
  ['a workbook with macros', 'a.xlsx', sheetFile('x', { 'xl/vbaProject.bin': 'x' }), 'attachment.macros'],
  [
    'a document of the type with macros',
    'a.docx',
    wordFile('x', {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
    }),
    'attachment.macros',
  ],
  ['a program', 'a.pdf', 'MZ\u0090\u0000', 'attachment.executable'],
  ['a script', 'a.html', '#!/bin/sh\nls', 'attachment.executable'],
  ['an archive', 'a.docx', 'Rar!\u001a\u0007', 'attachment.archive'],
  ['a page with a script', 'a.html', '<p>x</p><script>alert(1)</script>', 'attachment.script'],
  ['a page with an event handler', 'a.html', '<p onclick="x()">x</p>', 'attachment.script'],
  ['a PDF with JavaScript', 'a.pdf', pdf('/OpenAction << /S /J#61vaScript /JS (x) >>'), 'attachment.script'],
  ['a PDF with a file', 'a.pdf', pdf('/Names << /EmbeddedFiles 2 0 R >>'), 'attachment.embedded'],
  [
    'a document with an object',
    'a.docx',
    wordFile('x', { 'word/embeddings/oleObject1.bin': 'x' }),
    'attachment.embedded',
  ],
  [
    'a document with a remote template',
    'a.docx',
    wordFile('x', { 'word/_rels/settings.xml.rels': rels('attachedTemplate', 'https://evil.test/t.dotm') }),
    'attachment.external',
  ],
  [
    'a document with somebody’s pixel',
    'a.docx',
    wordFile('x', { 'word/_rels/document.xml.rels': rels('image', 'https://evil.test/p.gif') }),
    'attachment.external',
  ],
  [
    'a document with a DDE field',
    'a.docx',
    wordFile('x', {
      'word/footer1.xml': '<w:f xmlns:w="w"><w:instrText>DDE</w:instrText><w:instrText>AUTO cmd</w:instrText></w:f>',
    }),
    'attachment.script',
  ],
  ['a damaged document', 'a.docx', wordFile('x').subarray(0, 300), 'attachment.broken'],
  ['a broken picture', 'a.png', '\u0089PNG', 'attachment.type_rejected'],
  ['a text', 'a.txt', 'text', 'attachment.type_rejected'],
  ['a document named .pdf', 'a.pdf', wordFile('x'), 'attachment.type_rejected'],
])('%s is rejected', async (_, name, bytes, code) => {
  const { upload, org } = await own();
  await expect(upload(name, bytes)).rejects.toMatchObject({ code });
  expect(await stored('select from files where organization_id = $1', [org.id])).toEqual([]);
});

test('an email keeps its attachments in order; type, size and reports are those of the check', async () => {
  const { administrator, email_id, upload, template_id } = await own();
  const made = await upload('Приказ.docx', wordFile('x'));
  const note: Attachment = { kind: 'generated', format: 'ics', name: 'Встреча.ics', body: '{{link}}' };
  const claimed = { ...made, type: 'application/x-msdownload', size: 1, reports: 'nothing' as const };
  await call('phishing.email-update', administrator, { id: email_id, attachments: [note, claimed] });
  expect((await call('phishing.email', administrator, { id: email_id })).attachments).toEqual([note, made]);
  const copy = await call('phishing.template-copy', administrator, { id: template_id });
  expect(copy.emails[0]!.attachments).toEqual([note, made]);
  const groups = await call('phishing.templates', administrator, { search: '' });
  const listed = groups.data.flatMap((group) => group.templates).find((one) => one.id === template_id)!;
  expect(listed.emails[0]!.attachments).toEqual([{ name: 'Встреча.ics' }, { name: 'Приказ.docx' }]);
});

test('files of other organisations, files that are no attachments, and false names are rejected', async () => {
  const { administrator, email_id, upload } = await own();
  const foreign = await (await own()).upload('a.docx', wordFile('x'));
  const mine = await upload('a.docx', wordFile('x'));
  const save = (attachments: Attachment[]) =>
    call('phishing.email-update', administrator, { id: email_id, attachments });
  await expect(save([foreign])).rejects.toMatchObject({ code: 'file.not_found' });
  await expect(save([{ ...mine, name: 'a.pdf' }])).rejects.toMatchObject({ code: 'email.attachment_name' });
  await expect(save([{ kind: 'generated', format: 'pdf', name: 'a.docx', body: '' }])).rejects.toMatchObject({
    code: 'email.attachment_name',
  });
});
