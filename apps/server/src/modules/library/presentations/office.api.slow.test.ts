import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, inOrganization, platform, queued, stored, type Person } from '../../../../test/app.ts';
import * as make from '../../../../test/make/index.ts';
import { readConfig } from '../../../config.ts';
import type { Platform } from '../../../platform/context.ts';
import { jobContext } from '../../../platform/jobs.ts';
import { findIsolation } from './isolation.ts';
import { importPresentation } from './presentations.jobs.ts';
import { convertToPdf } from './soffice.ts';
import { makeOdp, makePptx, mp3, uploadDeck } from './test-decks.ts';

const { findSoffice } = readConfig({ PATH: process.env['PATH'] });
const soffice = findSoffice();
const title = soffice === undefined ? 'skipped, because LibreOffice (soffice) is not in PATH' : 'with LibreOffice';

/** Command lines of the running programs that use the scratch folder of a platform. */
const programsIn = async ({ files }: Platform): Promise<string[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(files.scratch));
};

describe.skipIf(soffice === undefined)(title, { timeout: 200_000 }, () => {
  let on: Platform;
  beforeAll(async () => {
    const shared = await platform();
    on = { ...shared, config: { ...shared.config, findSoffice } };
  });
  const setUp = async () => {
    const org = await make.organization();
    const administrator = await make.operator(org);
    const { id } = await inOrganization(org.id, 'write', (tx) =>
      tx.insertInto('modules').values({ title: 'Модуль' }).returning('id').executeTakeFirstOrThrow(),
    );
    return { org, administrator, moduleId: id };
  };
  const start = async (administrator: Person, id: string, bytes: Buffer, with_notes = false) => {
    const uploads = await uploadDeck(bytes, 'Курс.pptx');
    const { task_id } = await call('presentations.import', administrator, { id, with_notes }, uploads, on);
    const orders = await queued('library.import-presentation', administrator.organization_id);
    const order = orders.find((one) => one.task_id === task_id)!;
    const job = importPresentation(jobContext(on, administrator.organization_id, new AbortController().signal), order);
    return { job, task_id, task: () => call('tasks.get', administrator, { id: task_id }) };
  };
  const run = async (...args: Parameters<typeof start>) => {
    const { job, task } = await start(...args);
    await job;
    return task();
  };

  test('a PPTX file becomes slides with titles, notes and sound; hidden slides are left out', async () => {
    const { administrator, moduleId } = await setUp();
    expect(await call('presentations.formats', administrator, {}, {}, on)).toEqual({
      kinds: ['pdf', 'pptx', 'odp', 'ppt'],
    });
    const deck = await makePptx([
      { title: 'Пароли', text: 'Длинный пароль надёжнее', notes: 'Спросите, кто записывает пароли.' },
      { title: 'Скрытый', text: 'Черновик', hidden: true },
      { title: 'Письма', text: 'Проверяйте адрес', sound: ['media1.mp3', mp3] },
      { title: 'Звонки', text: 'Положите трубку', sound: ['media2.wav', Buffer.from('RIFF....WAVEfmt ')] },
    ]);
    expect(await run(administrator, moduleId, deck, true)).toMatchObject({
      status: 'success',
      result: { slides: 3, sounds: 1, sounds_skipped: 1, without_text: 0 },
    });
    const { slides } = await call('library.module', administrator, { id: moduleId });
    expect(slides.map((one) => one.title)).toEqual(['Пароли', 'Письма', 'Звонки']);
    expect(slides[0]).toMatchObject({
      image_alt: 'Пароли Длинный пароль надёжнее',
      doc: {
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Спросите, кто записывает пароли.' }] }],
      },
      audio_path: null,
    });
    expect(slides[2]!.audio_path).toBeNull();
    const sound = await call('files.get', administrator, { id: slides[1]!.audio_path!.split('/').at(-1)! });
    expect(sound).toMatchObject({ type: 'audio/mpeg', size: mp3.length, inline: true });
    expect(await stored('select from module_files where module_id = $1', [moduleId])).toHaveLength(4);
    expect((await run(administrator, moduleId, deck)).status).toBe('success');
    const again = await call('library.module', administrator, { id: moduleId });
    expect(again.slides[3]).toMatchObject({ title: 'Пароли', doc: { content: [] } });
    expect(again.version).toBe(3);
  });

  test('an ODP file becomes slides whose text describes their pictures', async () => {
    const { administrator, moduleId } = await setUp();
    const deck = await makeOdp(['Длинный пароль надёжнее', 'Проверяйте адрес']);
    expect(await run(administrator, moduleId, deck)).toMatchObject({
      status: 'success',
      result: { slides: 2, without_text: 0 },
    });
    const { slides } = await call('library.module', administrator, { id: moduleId });
    expect(slides.map((one) => one.image_alt)).toEqual(['Длинный пароль надёжнее', 'Проверяйте адрес']);
  });

  test('pictures that a presentation links to on the network are not loaded', async () => {
    const { administrator, moduleId } = await setUp();
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((ready) => server.once('listening', ready));
    const { port } = server.address() as AddressInfo;
    const linkedPicture = `http://127.0.0.1:${port}/pixel.png`;
    expect(
      (await run(administrator, moduleId, await makePptx([{ title: 'А', text: 'б', linkedPicture }]))).status,
    ).toBe('success');
    server.close();
    expect(asked).toEqual([]);
  });

  test('LibreOffice does not see the files of the server', async () => {
    if ((await findIsolation(soffice!)) !== 'files') return;
    const folder = await mkdtemp(join(tmpdir(), 'isolated-'));
    const outside = join(await mkdtemp(join(tmpdir(), 'outside-')), 'secret.png');
    await writeFile(
      outside,
      await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const frame = (href: string) =>
      `<draw:frame svg:x="1cm" svg:y="6cm" svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${href}"/></draw:frame>`;
    const path = join(folder, 'deck.odp');
    await writeFile(path, await makeOdp(['Текст'], frame(`file://${outside}`)));
    const pdf = await convertToPdf(soffice!, { path, folder }, new AbortController().signal);
    expect((await readFile(pdf)).includes('/Subtype/Image')).toBe(false);
  });

  test('a bomb, a file without slides, too many slides and broken XML are rejected with a reason', async () => {
    const { administrator, moduleId } = await setUp();
    const slide = { title: 'А', text: 'б' };
    const decks: readonly (readonly [string, Buffer])[] = [
      ['presentation.unsafe', await makePptx([slide], { 'ppt/media/image1.bmp': Buffer.alloc(64_000_000) })],
      ['presentation.no_slides', await makePptx([{ ...slide, hidden: true }])],
      ['presentation.too_many_slides', await makePptx(Array.from({ length: 301 }, () => slide))],
      ['presentation.broken', await makePptx([{ title: '<', text: 'б' }])],
    ];
    for (const [message, bytes] of decks)
      expect(await run(administrator, moduleId, bytes), message).toMatchObject({ status: 'error', message });
    expect((await call('library.module', administrator, { id: moduleId })).slides).toEqual([]);
  });

  test('cancelling ends LibreOffice', async () => {
    const { administrator, moduleId } = await setUp();
    const slides = Array.from({ length: 300 }, (_, n) => ({ title: `Слайд ${n}`, text: 'Текст' }));
    const { job, task_id, task } = await start(administrator, moduleId, await makePptx(slides));
    let over = false;
    const end = () => (over = true);
    job.then(end, end);
    while (!(await programsIn(on)).some((line) => line.includes('soffice.bin'))) {
      expect(over, 'the import ended before LibreOffice had started').toBe(false);
      await pause(50);
    }
    await call('tasks.forget', administrator, { id: task_id });
    await job;
    expect(await task()).toMatchObject({ status: 'error', message: 'task.cancelled' });
    await expect.poll(() => programsIn(on)).toEqual([]);
  });
});
