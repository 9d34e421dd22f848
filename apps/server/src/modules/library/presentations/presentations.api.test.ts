import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  actionLog,
  call,
  inOrganization,
  platform,
  queued,
  runJobs,
  stored,
  type Person,
} from '../../../../test/app.ts';
import * as make from '../../../../test/make/index.ts';
import { checkPresentations } from '../../../cli/doctor-presentations.ts';
import { readConfig } from '../../../config.ts';
import { jobContext } from '../../../platform/jobs.ts';
import { importPresentation } from './presentations.jobs.ts';
import { makeBlankPdf, makeOle, makePdf, makePptx, uploadDeck } from './test-decks.ts';

/** Each import starts processes that decode and draw, which takes long on a busy machine. */
const patient = { timeout: 120_000 };

const setUp = async () => {
  const org = await make.organization();
  const officer = await make.operator(org);
  const { id } = await inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('modules').values({ title: 'Модуль' }).returning('id').executeTakeFirstOrThrow(),
  );
  await inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('slides').values({ module_id: id, order_id: 0, title: 'Первый' }).execute(),
  );
  return { org, officer, moduleId: id };
};
const start = async (officer: Person, id: string, bytes: Buffer, name = 'deck.pdf') =>
  call('presentations.import', officer, { id }, await uploadDeck(bytes, name));
const finish = async (officer: Person, event_id: string) => {
  await runJobs('library.import-presentation', officer.organization_id);
  return call('events.get', officer, { id: event_id });
};
const run = async (officer: Person, id: string, bytes: Buffer, name?: string) =>
  finish(officer, (await start(officer, id, bytes, name)).event_id);
const files = (org: string) => stored<{ name: string }>('select name from files where organization_id = $1', [org]);
const leftovers = async () =>
  (await readdir((await platform()).files.scratch)).filter((name) => name.startsWith('deck-'));

test(
  'a PDF of 20 pages becomes 20 slides with pictures, titles and alternative text, which the search finds',
  patient,
  async () => {
    const { org, officer, moduleId } = await setUp();
    const task = await run(officer, moduleId, await makePdf(20), 'Фишинг 2026.pdf');
    expect(task).toMatchObject({
      status: 'success',
      done: 20,
      total: 20,
      result: { module_id: moduleId, slides: 20, without_text: 0, sounds: 0, sounds_skipped: 0 },
    });
    const found = await call('library.module', officer, { id: moduleId });
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
    expect((await call('library.modules', officer, { search: 'отправителя №17' })).data.map((one) => one.id)).toEqual([
      moduleId,
    ]);
    expect((await call('library.modules', officer, { search: 'слайд 3: ф' })).total_count).toBe(1);
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
  const { org, officer, moduleId } = await setUp();
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
    await expect(start(officer, moduleId, bytes), code).rejects.toMatchObject({ code });
  await expect(call('presentations.import', officer, { id: moduleId })).rejects.toMatchObject({
    code: 'request.invalid',
  });
  expect(await call('presentations.formats', officer, {})).toEqual({ kinds: ['pdf'] });
  expect(await files(org.id)).toEqual([]);
  const stranger = await make.operator(await make.organization());
  for (const id of [moduleId, randomUUID()])
    await expect(start(stranger, id, pptx)).rejects.toMatchObject({ code: 'module.not_found' });
});

test(
  'an encrypted, a broken, an empty and a too long PDF end the task with a reason and change nothing',
  patient,
  async () => {
    const { org, officer, moduleId } = await setUp();
    const good = await makePdf(3);
    const refused: readonly (readonly [string, Buffer])[] = [
      ['presentation.encrypted', await makePdf(2, 'secret')],
      ['presentation.broken', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>')],
      ['presentation.broken', good.subarray(0, good.length / 2)],
      ['presentation.broken', Buffer.from('%PDF-1.7 only a name')],
      ['presentation.too_many_slides', makeBlankPdf(301)],
    ];
    for (const [message, bytes] of refused)
      expect(await run(officer, moduleId, bytes), message).toMatchObject({ status: 'error', message });
    expect(await files(org.id)).toEqual([]);
    expect(await leftovers()).toEqual([]);
    expect((await call('library.module', officer, { id: moduleId })).slides).toHaveLength(1);
  },
);

test('a cancelled import adds nothing, whether it waits or runs', patient, async () => {
  const { org, officer, moduleId } = await setUp();
  const waiting = await start(officer, moduleId, await makePdf(2));
  await call('events.forget', officer, { id: waiting.event_id });
  expect(await finish(officer, waiting.event_id)).toMatchObject({ status: 'error', message: 'task.cancelled' });
  const running = await start(officer, moduleId, await makePdf(100));
  const job = runJobs('library.import-presentation', org.id);
  await expect
    .poll(async () => (await call('events.get', officer, { id: running.event_id })).done, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await call('events.forget', officer, { id: running.event_id });
  await job;
  const task = await call('events.get', officer, { id: running.event_id });
  expect(task).toMatchObject({ status: 'error', message: 'task.cancelled', total: 100 });
  expect(task.done).toBeLessThan(100);
  expect((await call('library.module', officer, { id: moduleId })).slides).toHaveLength(1);
  expect(await files(org.id)).toEqual([]);
  expect(await leftovers()).toEqual([]);
});

test('an import that was interrupted runs again, and a run after its end adds nothing', patient, async () => {
  const { org, officer, moduleId } = await setUp();
  const { event_id } = await start(officer, moduleId, await makePdf(60));
  const [order] = await queued('library.import-presentation', org.id);
  const on = await platform();
  const stopping = new AbortController();
  const interrupted = importPresentation(jobContext(on, org.id, stopping.signal), order!);
  await expect
    .poll(async () => (await call('events.get', officer, { id: event_id })).done, { timeout: 60_000 })
    .toBeGreaterThan(0);
  stopping.abort();
  await expect(interrupted).rejects.toThrow('the server is stopping');
  expect(await leftovers()).toEqual([]);
  expect((await call('events.get', officer, { id: event_id })).status).toBe('in_process');
  expect((await finish(officer, event_id)).status).toBe('success');
  await importPresentation(jobContext(on, org.id, new AbortController().signal), order!);
  expect((await call('library.module', officer, { id: moduleId })).slides).toHaveLength(61);
});

test('two runs of one import at the same time add the slides once', patient, async () => {
  const { org, officer, moduleId } = await setUp();
  const { event_id } = await start(officer, moduleId, await makePdf(4));
  const [order] = await queued('library.import-presentation', org.id);
  const on = await platform();
  const once = () => importPresentation(jobContext(on, org.id, new AbortController().signal), order!);
  await Promise.all([once(), once()]);
  expect((await call('events.get', officer, { id: event_id })).status).toBe('success');
  expect((await call('library.module', officer, { id: moduleId })).slides).toHaveLength(5);
  expect(await files(org.id)).toHaveLength(4);
});

test('a module takes at most 500 slides', patient, async () => {
  const { org, officer, moduleId } = await setUp();
  const more = Array.from({ length: 497 }, (_, n) => ({ module_id: moduleId, order_id: n + 1 }));
  await inOrganization(org.id, 'write', (tx) => tx.insertInto('slides').values(more).execute());
  expect(await run(officer, moduleId, await makePdf(3))).toMatchObject({ status: 'error', message: 'slide.limit' });
  expect((await run(officer, moduleId, await makePdf(2))).status).toBe('success');
  expect(await files(org.id)).toHaveLength(2);
});

test('a module that was deleted meanwhile ends the import', patient, async () => {
  const { org, officer, moduleId } = await setUp();
  const { event_id } = await start(officer, moduleId, await makePdf(1));
  await inOrganization(org.id, 'write', (tx) => tx.deleteFrom('modules').where('id', '=', moduleId).execute());
  expect(await finish(officer, event_id)).toMatchObject({ status: 'error', message: 'module.not_found' });
  expect(await files(org.id)).toEqual([]);
});

test('LibreOffice is used from the moment when it is installed, without a restart', async () => {
  const shared = await platform();
  const folder = await mkdtemp(join(tmpdir(), 'sergak-office-'));
  const { findSoffice } = readConfig({ PATH: `/nowhere:${folder}` });
  const on = { ...shared, config: { ...shared.config, findSoffice } };
  const org = await make.organization();
  const officer = await make.operator(org);
  const owner = await make.employee(org, { role: 'super_user' });
  const seen = async () => [
    (await call('presentations.formats', officer, {}, {}, on)).kinds,
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
