import { expect, test } from 'vitest';
import { actionLog, call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { mp3, uploadOf } from '../../../test/make/media.ts';

const { textDoc } = learning;
const open = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  const id = course.modules.first;
  const titles = async () => (await call('library.slides', administrator, { id })).data.map((slide) => slide.title);
  const hasChanges = async () => (await call('library.course', administrator, { id: course.id })).has_changes;
  return { org, administrator, course, id, titles, hasChanges };
};

test('slides are added at a place, changed, reordered, deleted and restored; the course shows unpublished changes', async () => {
  const { org, administrator, id, titles, hasChanges } = await open();
  expect(await hasChanges()).toBe(false);
  const made = await call('library.create-slide', administrator, {
    id,
    title: 'Новый',
    doc: textDoc('Текст'),
    order_id: 1,
  });
  expect(made).toMatchObject({ layout: 'text', title: 'Новый', doc: textDoc('Текст'), version: 1, audio_path: null });
  expect(await titles()).toEqual(['Слайд 0', 'Новый', 'Слайд 1', 'Слайд 2']);
  expect(await hasChanges()).toBe(true);
  const at = { id, slideId: made.id };
  expect(await call('library.update-slide', administrator, { ...at, title: 'Другой', version: 1 })).toMatchObject({
    title: 'Другой',
    doc: textDoc('Текст'),
    version: 2,
  });
  const ids = (await call('library.slides', administrator, { id })).data.map((slide) => slide.id);
  await call('library.swap-slides', administrator, { id, ids: ids.toReversed() });
  expect(await titles()).toEqual(['Слайд 2', 'Слайд 1', 'Другой', 'Слайд 0']);
  const gone = await call('library.delete-slide', administrator, at);
  expect(gone).toMatchObject({ slide: { title: 'Другой', order_id: 2 } });
  expect(await titles()).toEqual(['Слайд 2', 'Слайд 1', 'Слайд 0']);
  const { layout, title, doc, image_path, image_alt, audio_path, transcript } = gone.slide;
  const again = { layout, title, doc, image_path, image_alt, audio_path, transcript, order_id: gone.slide.order_id };
  await call('library.create-slide', administrator, { id, ...again });
  expect(await titles()).toEqual(['Слайд 2', 'Слайд 1', 'Другой', 'Слайд 0']);
  expect((await actionLog(org.id)).map((row) => row.action)).toEqual([
    'slide.created',
    'slide.updated',
    'slide.reordered',
    'slide.deleted',
    'slide.created',
  ]);
});

test('a stale version and a stale order are rejected; slides of others are not found', async () => {
  const { administrator, id, course } = await open();
  const { data } = await call('library.slides', administrator, { id });
  const at = { id, slideId: data[0]!.id };
  await call('library.update-slide', administrator, { ...at, title: 'Раз', version: 1 });
  await expect(call('library.update-slide', administrator, { ...at, title: 'Два', version: 1 })).rejects.toMatchObject({
    code: 'common.stale_version',
    details: { version: 2 },
  });
  const ids = data.map((slide) => slide.id);
  for (const wrong of [ids.slice(1), [...ids, ids[0]!], [ids[0]!, ids[0]!, ids[1]!]])
    await expect(call('library.swap-slides', administrator, { id, ids: wrong })).rejects.toMatchObject({
      code: 'common.stale_version',
    });
  const stranger = await make.operator(await make.organization());
  for (const [as, where] of [
    [stranger, at],
    [administrator, { ...at, id: course.modules.second }],
  ] as const) {
    await expect(call('library.update-slide', as, { ...where, title: 'x', version: 2 })).rejects.toMatchObject({
      code: 'slide.not_found',
    });
    await expect(call('library.delete-slide', as, where)).rejects.toMatchObject({ code: 'slide.not_found' });
    await expect(call('library.delete-slide-audio', as, where)).rejects.toMatchObject({ code: 'slide.not_found' });
  }
});

test('media of a slide must be readable files of the right kind, and every picture needs a description', async () => {
  const { administrator, id } = await open();
  const stranger = await make.operator(await make.organization());
  const foreign = await call('library.create-module', stranger, { title: 'Чужой' });
  const upload = async (as: typeof administrator, module: string) =>
    (await call('library.upload-media', as, { id: module, kind: 'audio' }, await uploadOf(mp3(), 'x.mp3'))).path;
  const [audio, theirs] = [await upload(administrator, id), await upload(stranger, foreign.id)];
  const video = (path: string) => ({
    type: 'doc' as const,
    content: [{ type: 'video' as const, attrs: { path, title: '' } }],
  });
  for (const wrong of [{ audio_path: theirs }, { doc: video(audio) }, { image_path: audio, image_alt: 'x' }])
    await expect(call('library.create-slide', administrator, { id, ...wrong })).rejects.toMatchObject({
      code: 'slide.media_missing',
    });
  await expect(call('library.create-slide', administrator, { id, image_path: audio })).rejects.toMatchObject({
    code: 'slide.alt_missing',
  });
  const made = await call('library.create-slide', administrator, { id, audio_path: audio, transcript: 'Здравствуйте' });
  expect(made).toMatchObject({ audio_path: audio, transcript: 'Здравствуйте' });
  expect(await call('library.delete-slide-audio', administrator, { id, slideId: made.id })).toMatchObject({
    audio_path: null,
    transcript: '',
    version: 2,
  });
});

test('modules are created, renamed, copied and found; one that a theme uses is not deleted', async () => {
  const { org, administrator, course, id } = await open();
  const made = await call('library.create-module', administrator, { title: 'Пароли 100 %' });
  expect(made).toMatchObject({ slides: [], questions: [], version: 1 });
  await call('library.update-module', administrator, { id: made.id, title: 'Ключи 100 %', version: 1 });
  await expect(
    call('library.update-module', administrator, { id: made.id, title: 'x', version: 1 }),
  ).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  const copy = await call('library.duplicate-module', administrator, { id });
  expect(copy).toMatchObject({ title: 'Первый модуль (2)' });
  expect([copy.slides.length, copy.questions.length]).toEqual([3, 5]);
  expect(copy.slides[0]!.id).not.toBe((await call('library.module', administrator, { id })).slides[0]!.id);
  const list = async (input: object) =>
    (await call('library.modules', administrator, input)).data.map((row) => row.title);
  expect(await list({ search: '0 %' })).toEqual(['Ключи 100 %']);
  expect(await list({ sort_by: 'updated_at', sort_order: 'desc' })).toHaveLength(4);
  expect((await list({ sort_by: 'updated_at', sort_order: 'desc' }))[0]).toBe('Первый модуль (2)');
  await expect(call('library.delete-module', administrator, { id })).rejects.toMatchObject({
    code: 'module.in_use',
    details: { themes: [{ id: course.themeId, title: 'Тема' }], courses: [{ id: course.id }] },
  });
  const audio = await call(
    'library.upload-media',
    administrator,
    { id: made.id, kind: 'audio' },
    await uploadOf(mp3(), 'x.mp3'),
  );
  await call('library.delete-module', administrator, { id: made.id });
  expect(await stored('select id from files where id = $1', [audio.path.slice(10)])).toEqual([]);
  await expect(call('library.module', administrator, { id: made.id })).rejects.toMatchObject({
    code: 'module.not_found',
  });
  expect((await actionLog(org.id)).map((row) => row.action)).toEqual([
    'module.created',
    'module.updated',
    'module.created',
    'module.file_added',
    'module.deleted',
  ]);
});
