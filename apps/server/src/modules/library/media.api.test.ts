import type { MediaKind } from '@sergak/contract/library/media.rules.ts';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { call, inOrganization, platform, stored } from '../../../test/app.ts';
import { mp3, mp4, ogg, program, uploadOf, webm } from '../../../test/make/media.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { publishCourse } from './public.ts';
import { sweepMedia } from './media.sweep.ts';

const idOf = (path: string) => path.slice('/lk/files/'.length);
const open = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const module = await call('library.create-module', administrator, { title: 'Модуль' });
  const put = async (kind: MediaKind, bytes: Buffer, name: string) =>
    call('library.upload-media', administrator, { id: module.id, kind }, await uploadOf(bytes, name));
  const types = async () =>
    (await stored<{ content_type: string }>('select content_type from files where organization_id = $1', [org.id])).map(
      (row) => row.content_type,
    );
  return { org, administrator, module, put, types };
};
const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#3dbc87' } })
    .png()
    .toBuffer();

test('the kind of a file is judged by its content: a picture is encoded again, sound and video keep their bytes', async () => {
  const { administrator, put } = await open();
  const sent = [
    [await put('image', await picture(), 'x.txt'), 'image/webp'],
    [await put('audio', mp3(), 'x.bin'), 'audio/mpeg'],
    [await put('audio', ogg(), 'x.ogg'), 'audio/ogg'],
    [await put('audio', mp4('M4A ', 'soun'), 'x.m4a'), 'audio/mp4'],
    [await put('video', mp4('isom', 'soun', 'vide'), 'x.mp4'), 'video/mp4'],
    [await put('video', webm(), 'x.webm'), 'video/webm'],
  ] as const;
  for (const [{ path }, type] of sent)
    expect(await call('files.get', administrator, { id: idOf(path) })).toMatchObject({ type, inline: true });
  const file = await call('files.get', administrator, { id: idOf(sent[1][0].path) });
  expect(await buffer(file.stream)).toEqual(mp3());
});

test.each([
  ['audio', program(), 'song.mp3', 'media.type_rejected'],
  ['audio', Buffer.from('ID3 hello'), 'song.mp3', 'media.type_rejected'],
  ['audio', mp3().subarray(0, 3), 'song.mp3', 'media.type_rejected'],
  ['audio', Buffer.alloc(0), 'song.mp3', 'media.type_rejected'],
  ['audio', mp4('isom', 'vide'), 'song.m4a', 'media.type_rejected'],
  ['video', mp3(), 'film.mp4', 'media.type_rejected'],
  ['video', Buffer.from('<html><script>alert(1)</script>'), 'film.webm', 'media.type_rejected'],
  ['captions', mp3(), 'x.vtt', 'media.type_rejected'],
  ['captions', Buffer.from('WEBVTT\n\nПросто текст'), 'x.vtt', 'media.type_rejected'],
  ['image', mp3(), 'x.png', 'file.type_rejected'],
  ['image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.png', 'file.type_rejected'],
] as const)('a file that is no %s is rejected and not stored: %#', async (kind, bytes, name, code) => {
  const { put, types } = await open();
  await expect(put(kind, bytes, name)).rejects.toMatchObject({ code });
  expect(await types()).toEqual([]);
});

test('captions are stored as WebVTT; a course is published when everything heard can be read', async () => {
  const { org, administrator, put } = await open();
  const course = await learning.course(org);
  const srt = Buffer.from('1\r\n00:00:01,000 --> 00:00:02,000\r\nПривет\r\n');
  const [film, sound, captions] = [
    (await put('video', webm(), 'x.webm')).path,
    (await put('audio', mp3(), 'x.mp3')).path,
    (await put('captions', srt, 'x.srt')).path,
  ];
  const file = await call('files.get', administrator, { id: idOf(captions) });
  expect(file).toMatchObject({ type: 'text/vtt', inline: true });
  expect((await buffer(file.stream)).toString()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nПривет\n');
  const id = course.modules.first;
  const docOf = (words: object) => ({
    type: 'doc' as const,
    content: [{ type: 'video' as const, attrs: { path: film, title: 'Ролик', ...words } }],
  });
  const slide = await call('library.create-slide', administrator, { id, title: 'Фильм', doc: docOf({}) });
  const change = async (version: number, given: object) =>
    call('library.update-slide', administrator, { id, slideId: slide.id, version, ...given });
  const publish = () => call('library.publish-course', administrator, { id: course.id, version: 1 });
  const missing = { code: 'course.not_ready', details: { problems: [{ kind: 'no_transcript', title: 'Фильм' }] } };
  await expect(publish()).rejects.toMatchObject(missing);
  await expect(change(1, { doc: docOf({ captions: film }) })).rejects.toMatchObject({ code: 'slide.media_missing' });
  await change(1, { doc: docOf({ captions }), audio_path: sound });
  await expect(publish()).rejects.toMatchObject(missing);
  await change(2, { transcript: 'Привет' });
  expect(await publish()).toMatchObject({ number: 2 });
  await change(3, { doc: docOf({ transcript: 'Привет' }) });
  const pinned = await stored('select file_id from course_version_files where file_id = $1', [idOf(captions)]);
  expect(pinned).toHaveLength(1);
});

test('an upload needs a module of the organisation, a file, and no more bytes than its kind allows', async () => {
  const { administrator, module } = await open();
  const upload = await uploadOf(mp3(), 'x.mp3');
  const stranger = await make.operator(await make.organization());
  const ask = (as: typeof administrator, files = upload) =>
    call('library.upload-media', as, { id: module.id, kind: 'audio' }, files);
  await expect(ask(stranger)).rejects.toMatchObject({ code: 'module.not_found' });
  await expect(ask(administrator, {})).rejects.toMatchObject({ code: 'request.invalid' });
  const large = { file: { ...upload['file']!, size: 50_000_001 } };
  await expect(ask(administrator, large)).rejects.toMatchObject({
    code: 'request.too_large',
    details: { limit: 50_000_000 },
  });
});

test('the sweep deletes files that nothing has used for a day; used, pinned and recent files stay', async () => {
  const { org, administrator, module, put } = await open();
  const course = await learning.course(org);
  const unit = course.modules.first;
  const upload = async (kind: 'image' | 'audio', bytes: Buffer) =>
    (await call('library.upload-media', administrator, { id: unit, kind }, await uploadOf(bytes, 'x'))).path;
  const [pinned, inDoc, dropped] = [
    await upload('image', await picture()),
    await upload('image', await picture()),
    await upload('audio', mp3()),
  ];
  const unused = (await put('audio', mp3(), 'x')).path;
  const slide = await call('library.create-slide', administrator, {
    id: unit,
    image_path: pinned,
    image_alt: 'Схема',
    audio_path: dropped,
  });
  await inOrganization(org.id, 'write', (tx) => publishCourse(tx, course.id));
  const doc = { type: 'doc' as const, content: [{ type: 'image' as const, attrs: { path: inDoc, alt: 'Схема' } }] };
  await call('library.create-slide', administrator, { id: module.id, doc });
  const extra = await upload('audio', mp3());
  const at = { id: unit, slideId: slide.id };
  await call('library.update-slide', administrator, {
    ...at,
    image_path: null,
    audio_path: extra,
    version: slide.version,
  });
  await call('library.delete-slide', administrator, at);
  const left = async () =>
    (await stored<{ id: string }>('select id from files where organization_id = $1', [org.id])).map(
      (row) => `/lk/files/${row.id}`,
    );
  const sweepAfter = async (days: number) =>
    atTime(after(now(), days * DAY), async () => {
      await sweepMedia(await platform());
      await sweepMedia(await platform());
    });
  await sweepAfter(0.9);
  expect((await left()).sort()).toEqual([pinned, inDoc, dropped, unused, extra].sort());
  await sweepAfter(1.1);
  expect((await left()).sort()).toEqual([pinned, inDoc, dropped].sort());
});
