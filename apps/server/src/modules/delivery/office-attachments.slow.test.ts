import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { momentValues, personValues, type Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sheetFile, slideFile, wordFile } from '../../../test/make/office-files.ts';
import { readConfig } from '../../config.ts';
import { prepareAttachments } from './attachments.ts';

const generated = (format: 'docx' | 'xlsx'): Attachment => ({
  kind: 'generated',
  format,
  name: `Файл.${format}`,
  body: '{{full_name}}\n\n{{link}}',
});
const soffice = readConfig({ PATH: process.env['PATH'] }).findSoffice();
/** The parts of LibreOffice are separate packages: Writer, Calc and Impress. */
const libraries = { docx: 'libswlo.so', xlsx: 'libsclo.so', pptx: 'libsdlo.so' } as const;
const canOpen = (format: keyof typeof libraries): boolean =>
  soffice !== undefined && existsSync(join(dirname(realpathSync(soffice)), libraries[format]));

const values = personValues(
  { first_name: '<Анна>', last_name: 'Ким', middle_name: '', address: 'a@b.test', position: '', department: '' },
  'Организация',
  momentValues(new Date('2027-01-01T08:00:00Z'), 'ru', 'Asia/Tashkent'),
);
const uploaded = (format: string): Attachment => ({
  kind: 'uploaded',
  file_id: format,
  name: `uploaded.${format}`,
  type: 'application/zip',
  size: 1,
  reports: 'opened',
});
describe.each([
  ['docx', [generated('docx'), uploaded('docx')]],
  ['xlsx', [generated('xlsx'), uploaded('xlsx')]],
  ['pptx', [uploaded('pptx')]],
] as const)('%s in LibreOffice', { timeout: 200_000 }, (format, attachments) => {
  const reason = canOpen(format) ? '' : ' (skipped, because this part of LibreOffice is not installed)';
  test.skipIf(!canOpen(format))(`can be opened and loads its picture${reason}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'attachment-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url!);
      response
        .writeHead(200, { 'content-type': 'image/gif' })
        .end(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sources = { docx: wordFile('Текст {{full_name}}'), xlsx: sheetFile('a\t{{full_name}}'), pptx: slideFile() };
    const files = await prepareAttachments(attachments, 'ru', new Map(Object.entries(sources)));
    const paths = await Promise.all(
      files.map(async ({ content }, at) => {
        const path = join(folder, `${at}.${format}`);
        const links = { document: `${base}/${at}/a`, seen: `${base}/${at}/d.gif` };
        await writeFile(path, typeof content === 'function' ? await content(values, links, new Date()) : content);
        return path;
      }),
    );
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await promisify(execFile)(soffice!, [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...paths]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.pdf'))).toEqual(files.map((_, at) => `${at}.pdf`));
    expect([...new Set(requests)].sort()).toEqual(files.map((_, at) => `/${at}/d.gif?f=${format}`));
  });
});
