import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { actionLog, call, platform, stored } from '../../../../test/app.ts';
import * as make from '../../../../test/make/index.ts';
import { checkPresentations } from '../../../cli/doctor-presentations.ts';
import { readConfig } from '../../../config.ts';
import { makeBlankPdf, makeOle, makePdf, makePptx } from './test-decks.ts';
import { files, leftovers, patient, run, setUp, start } from './test-imports.ts';

test(
  'a PDF of 20 pages becomes 20 slides with pictures, titles and alternative text, which the search finds',
  patient,
  async () => {
    const { org, administrator, moduleId } = await setUp();
    const task = await run(administrator, moduleId, await makePdf(20), 'Фишинг 2026.pdf');
    expect(task).toMatchObject({
      status: 'success',
      done: 20,
      total: 20,
      result: { module_id: moduleId, slides: 20, without_text: 0, sounds: 0, sounds_skipped: 0 },
    });
    const found = await call('library.module', administrator, { id: moduleId });
    expect(found.version).toBe(2);
    expect(found.slides).toHaveLength(21);
    expect(found.slides[20]).toMatchObject({
      layout: 'image-full',
      title: 'Слайд 20: фишинг',
      image_alt: 'Слайд 20: фишинг Проверяйте адрес отправителя №20.',
      doc: { type: 'doc', content: [] },
      audio_path: null,
    });
    const id = found.slides[20]!.image_path!.split('/').at(-1)!;
    const file = await call('files.get', await make.employee(org), { id });
    expect(file).toMatchObject({ type: 'image/webp', inline: true });
    expect(await sharp(await buffer(file.stream)).metadata()).toMatchObject({
      format: 'webp',
      width: 1600,
      height: 900,
    });
    expect(
      (await call('library.modules', administrator, { search: 'отправителя №17' })).data.map((one) => one.id),
    ).toEqual([moduleId]);
    expect((await call('library.modules', administrator, { search: 'слайд 3: ф' })).total_count).toBe(1);
    // The uploaded file is gone, the pictures belong to the module.
    expect(await files(org.id)).toHaveLength(20);
    expect(await stored('select from module_files where module_id = $1', [moduleId])).toHaveLength(20);
    expect(await leftovers()).toEqual([]);
    expect((await actionLog(org.id)).at(-1)).toMatchObject({
      action: 'module.presentation_imported',
      kind: 'module',
      target: moduleId,
      title: 'Модуль',
      details: { added: 20, titles: ['Фишинг 2026.pdf'] },
    });
  },
);

test('files that are no presentation are rejected before a task starts', patient, async () => {
  const { org, administrator, moduleId } = await setUp();
  const pptx = await makePptx([{ title: 'Т', text: 'т' }]);
  const rejected: readonly (readonly [string, Buffer])[] = [
    ['presentation.unknown_kind', Buffer.from('MZ\x90\0\x03\0\0\0 This program cannot be run in DOS mode', 'latin1')],
    ['presentation.empty_file', Buffer.alloc(0)],
    ['presentation.encrypted', makeOle('EncryptedPackage')],
    ['presentation.unknown_kind', makeOle('WordDocument')],
    ['presentation.broken', pptx.subarray(0, pptx.length - 30)],
    // The test platform has no LibreOffice.
    ['presentation.needs_converter', pptx],
    ['presentation.needs_converter', makeOle('PowerPoint Document')],
  ];
  for (const [code, bytes] of rejected)
    await expect(start(administrator, moduleId, bytes), code).rejects.toMatchObject({ code });
  await expect(call('presentations.import', administrator, { id: moduleId })).rejects.toMatchObject({
    code: 'request.invalid',
  });
  expect(await call('presentations.formats', administrator, {})).toEqual({ kinds: ['pdf'] });
  expect(await files(org.id)).toEqual([]);
  const stranger = await make.operator(await make.organization());
  for (const id of [moduleId, randomUUID()])
    await expect(start(stranger, id, pptx)).rejects.toMatchObject({ code: 'module.not_found' });
});

test(
  'an encrypted, a broken, an empty and a too long PDF end the task with a reason and change nothing',
  patient,
  async () => {
    const { org, administrator, moduleId } = await setUp();
    const good = await makePdf(3);
    const rejected: readonly (readonly [string, Buffer])[] = [
      ['presentation.encrypted', await makePdf(2, 'secret')],
      ['presentation.broken', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>')],
      ['presentation.broken', good.subarray(0, good.length / 2)],
      ['presentation.broken', Buffer.from('%PDF-1.7 only a name')],
      ['presentation.too_many_slides', makeBlankPdf(301)],
    ];
    for (const [message, bytes] of rejected)
      expect(await run(administrator, moduleId, bytes), message).toMatchObject({ status: 'error', message });
    expect(await files(org.id)).toEqual([]);
    expect(await leftovers()).toEqual([]);
    expect((await call('library.module', administrator, { id: moduleId })).slides).toHaveLength(1);
  },
);

test('LibreOffice is used from the moment when it is installed, without a restart', async () => {
  const shared = await platform();
  const folder = await mkdtemp(join(tmpdir(), 'sergak-office-'));
  const { findSoffice } = readConfig({ PATH: `/nowhere:${folder}` });
  const on = { ...shared, config: { ...shared.config, findSoffice } };
  const org = await make.organization();
  const administrator = await make.operator(org);
  const owner = await make.employee(org, { role: 'super_user' });
  const seen = async () => [
    (await call('presentations.formats', administrator, {}, {}, on)).kinds,
    (await call('settings.installation', owner, {}, {}, on)).office,
    (await checkPresentations(on.config)).text,
  ];
  expect(await seen()).toEqual([['pdf'], null, expect.stringMatching(/not installed/)]);
  const program = join(folder, 'soffice');
  await writeFile(program, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(await seen()).toEqual([['pdf', 'pptx', 'odp', 'ppt'], program, expect.stringContaining(program)]);
  await rm(program);
  expect(await seen()).toEqual([['pdf'], null, expect.stringMatching(/not installed/)]);
});
