// @vitest-environment happy-dom
import type { Editor } from '@tiptap/core';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LibraryModule, Slide } from '@sergak/contract/library/library.schema.ts';
import { slideDoc, type SlideBlock } from '@sergak/contract/library/slide-doc.schema.ts';
import commons from '../../../../../../locales/ru/commons.json' with { type: 'json' };
import errors from '../../../../../../locales/ru/global_errors.json' with { type: 'json' };
import library from '../../../../../../locales/ru/library.json' with { type: 'json' };
import presentations from '../../../../../../locales/ru/library/presentations.json' with { type: 'json' };
import slides from '../../../../../../locales/ru/library/slides.json' with { type: 'json' };
import tips from '../../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../../shared/i18n/texts.ts';
import { ScreenLink } from '../../../shared/nav/nav.tsx';
import { queryClient } from '../../../shared/query-client.ts';
import { currentToasts } from '../../../shared/toasts.ts';
import { isBlocked } from '../../../shared/ui/testing.tsx';
import {
  button,
  buttons,
  field,
  openPage,
  press,
  errorResponse,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../../shared/ui/testing-page.tsx';
import SlidesTab from './slides-tab.tsx';

const path = '/lk/files/0b2ad0de-0000-4000-8000-000000000000';
const track = '/lk/files/0b2ad0de-0000-4000-8000-000000000001';
const words = (text: string): SlideBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const slide = (id: string, title: string, more: Partial<Slide> = {}): Slide => ({
  id,
  layout: 'text',
  title,
  doc: { type: 'doc', content: [words('Текст')] },
  image_path: null,
  image_alt: '',
  audio_path: null,
  transcript: '',
  version: 3,
  ...more,
});
const open = async (first: Partial<Slide> = {}) => {
  const module: LibraryModule = {
    id: 'm',
    title: 'Модуль',
    version: 1,
    slides: [slide('a', 'Первый', first), slide('b', 'Второй')].map((one, order_id) => ({ ...one, order_id })),
    questions: [],
  };
  const page = await openPage(
    <>
      <SlidesTab module={module} />
      <ScreenLink screen="learning.modules">К модулям</ScreenLink>
    </>,
  );
  await until(() => expect(document.querySelector('.ProseMirror')).not.toBeNull());
  return page;
};
const editor = (): Editor => document.querySelector<HTMLElement & { editor: Editor }>('.ProseMirror')!.editor;
const tool = (name: keyof typeof slides.tool) => press(slides.tool[name]);
const isHeld = (name: string): boolean => isBlocked(button(name));
const save = async (sent: ReturnType<typeof serve>) => {
  const before = sent('library.update-slide').length;
  await press(commons.save);
  await until(() => expect(sent('library.update-slide')).toHaveLength(before + 1));
  return sent('library.update-slide').at(-1)!.body as Partial<Slide>;
};
const choose = (name: string, nth = 0) =>
  act(async () => {
    const input = document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=file]')[nth]!;
    Object.defineProperty(input, 'files', { value: [new File(['x'], name)], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
const stored = ({ body }: { body: unknown }) => ({ ...slide('a', 'Первый'), ...(body as object), version: 4 });

beforeEach(() => {
  const texts = {
    library,
    library__slides: slides,
    library__presentations: presentations,
    commons,
    global_errors: errors,
    tips,
  };
  for (const [name, part] of Object.entries(texts)) addTexts('ru', name, part);
  signIn(['admin.learning', 'admin.learning.courses']);
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the toolbar inserts every layout, and saving sends a document of blocks', async () => {
  const sent = serve({ 'library.update-slide': stored });
  await open();
  await tool('callout_warning');
  await act(async () => void editor().commands.focus('end'));
  await tool('columns');
  await act(async () => void editor().commands.insertContent('Слева'));
  await act(async () => void editor().commands.focus('end'));
  await tool('table');
  const { doc, ...rest } = await save(sent);
  expect(rest).toEqual({ version: 3 });
  expect(slideDoc.parse(doc)).toEqual(doc);
  expect(doc!.content).toMatchObject([
    { type: 'callout', attrs: { tone: 'warning' }, content: [words('Текст')] },
    { type: 'columns', content: [{ content: [words('Слева')] }, { content: [{ type: 'paragraph' }] }] },
    { type: 'table' },
  ]);
  await until(() => expect(buttons(commons.save)).toEqual([]));
});

test('pressing the button of a layout again takes it apart', async () => {
  serve({});
  await open();
  await act(async () => void editor().commands.focus('end'));
  await tool('columns');
  await act(async () => void editor().commands.insertContent('Слева'));
  await until(() => expect(button(slides.tool.columns).getAttribute('aria-pressed')).toBe('true'));
  await tool('columns');
  expect(editor().getJSON().content).toMatchObject([words('Текст'), words('Слева'), { type: 'paragraph' }]);
});

test('a reveal block needs a title', async () => {
  const sent = serve({ 'library.update-slide': stored });
  await open();
  await tool('reveal');
  expect(field(slides.text.reveal_label).value).toBe(slides.text.reveal_title);
  await type(slides.text.reveal_label, '');
  await until(() => expect(shownText()).toContain(slides.text.no_title));
  expect(isHeld(commons.save)).toBe(true);
  await type(slides.text.reveal_label, 'Ответ');
  expect((await save(sent)).doc!.content).toEqual([
    { type: 'reveal', attrs: { title: 'Ответ' }, content: [words('Текст')] },
  ]);
});

test('a picture in the text needs a description, which can be changed later', async () => {
  const sent = serve({ 'library.upload-media': { path, kind: 'image' }, 'library.update-slide': stored });
  await open();
  await tool('image');
  await until(() => expect(document.querySelector('[role=dialog] input[type=file]')).not.toBeNull());
  await choose('scheme.png');
  await press(slides.media.add);
  await until(() => expect(document.activeElement).toBe(field(slides.media.alt)));
  expect(shownText()).toContain(slides.media.no_alt);
  expect(sent('library.upload-media')).toEqual([]);
  await type(slides.media.alt, 'Схема');
  await press(slides.media.add);
  await until(() => expect(document.querySelector('.ProseMirror img')).not.toBeNull());
  expect(sent('library.upload-media')[0]).toMatchObject({ body: { kind: 'image', file: { name: 'scheme.png' } } });
  await type(slides.media.alt, '');
  await until(() => expect(shownText()).toContain(slides.media.no_alt));
  expect(isHeld(commons.save)).toBe(true);
  await type(slides.media.alt, 'Схема письма');
  expect((await save(sent)).doc!.content).toContainEqual({ type: 'image', attrs: { path, alt: 'Схема письма' } });
});

test('the width of a resized picture is saved and shown', async () => {
  const sent = serve({ 'library.update-slide': stored });
  await open({ doc: { type: 'doc', content: [{ type: 'image', attrs: { path, alt: 'Схема', width: 320 } }] } });
  const picture = document.querySelector<HTMLImageElement>('.ProseMirror img')!;
  expect(picture.style.width).toBe('320px');
  Object.defineProperty(picture.closest('figure')!, 'clientWidth', { value: 700 });
  const handle = document.querySelector<HTMLElement>(`[aria-label="${slides.media.width}"]`)!;
  await act(async () => void handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' })));
  const [image] = (await save(sent)).doc!.content as unknown as [{ attrs: { width: number } }];
  expect(image.attrs.width).toBeGreaterThanOrEqual(64);
  expect(picture.style.width).toBe(`${image.attrs.width}px`);
});

test('the picture of a slide has a layout and needs a description', async () => {
  const sent = serve({ 'library.update-slide': stored });
  await open({ image_path: path, image_alt: 'Письмо', layout: 'image-top' });
  await type(slides.media.alt, ' ');
  await until(() => expect(isHeld(commons.save)).toBe(true));
  await press(slides.settings.picture_remove);
  expect(await save(sent)).toEqual({ version: 3, image_path: null, image_alt: '', layout: 'text' });
});

test('audio is uploaded and saved with its transcript; a rejected file has a reason', async () => {
  const media: { answer: unknown } = { answer: errorResponse(422, 'media.type_rejected', { kind: 'audio' }) };
  const sent = serve({ 'library.upload-media': () => media.answer, 'library.update-slide': stored });
  await open();
  await press(slides.settings.audio_add);
  await until(() => expect(document.querySelector('[role=dialog] input[type=file]')).not.toBeNull());
  await choose('program.mp3');
  await press(slides.media.add);
  await until(() => expect(document.querySelector('[role=dialog]')!.textContent).toContain(errors.media.type_rejected));
  media.answer = { path, kind: 'audio' };
  await choose('voice.mp3');
  await press(slides.media.add);
  await until(() => expect(field(slides.settings.transcript)).toBeDefined());
  await type(slides.settings.transcript, 'Здравствуйте');
  expect(await save(sent)).toEqual({ version: 3, audio_path: path, transcript: 'Здравствуйте' });
});

test('a video needs captions or a transcript, and both can be changed below it', async () => {
  const sent = serve({
    'library.upload-media': ({ body }: { body: unknown }) => ({
      path: (body as { kind: string }).kind === 'video' ? path : track,
    }),
    'library.update-slide': stored,
  });
  await open();
  await tool('video');
  await until(() => expect(document.querySelectorAll('[role=dialog] input[type=file]')).toHaveLength(2));
  await choose('film.webm');
  await press(slides.media.add);
  await until(() => expect(document.activeElement?.textContent).toContain(slides.media.choose_captions));
  expect(shownText()).toContain(slides.media.no_captions);
  await choose('film.srt', 1);
  await press(slides.media.add);
  await until(() => expect(document.querySelector('.ProseMirror video')).not.toBeNull());
  expect(sent('library.upload-media').map(({ body }) => (body as { kind: string }).kind)).toEqual([
    'captions',
    'video',
  ]);
  const video = (words: object) => ({ type: 'video', attrs: { path, title: '', captions: track, ...words } });
  expect((await save(sent)).doc!.content).toContainEqual(video({}));
  await type(slides.settings.transcript, 'Звучит музыка');
  expect((await save(sent)).doc!.content).toContainEqual(video({ transcript: 'Звучит музыка' }));
  await press(slides.media.captions_replace);
  await until(() => expect(document.querySelector('[role=dialog] input[type=file]')).not.toBeNull());
});

test('pasted text of Word loses its styles and foreign pictures', async () => {
  const sent = serve({ 'library.update-slide': stored });
  await open({ doc: { type: 'doc', content: [] } });
  await act(
    async () =>
      void editor().view.pasteHTML(
        `<h1>Глава<o:p></o:p></h1><p class=MsoNormal style='color:red'>Обычный <b>жирный</b></p>
         <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Раз</p>
         <img src="https://other.test/pixel.png"><script>alert(1)</script>`,
      ),
  );
  expect((await save(sent)).doc!.content).toEqual([
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Глава' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Обычный ' },
        { type: 'text', text: 'жирный', marks: [{ type: 'bold' }] },
      ],
    },
    { type: 'bulletList', content: [{ type: 'listItem', content: [words('Раз')] }] },
  ]);
});

const leave = () =>
  act(async () => [...document.querySelectorAll('a')].find((a) => a.textContent === 'К модулям')!.click());

test('whoever opens another slide or leaves the page saves', async () => {
  const sent = serve({ 'library.update-slide': stored });
  const { address } = await open();
  await type(slides.field.title, 'Новый');
  await act(async () => document.querySelectorAll<HTMLButtonElement>('[data-slide]')[1]!.click());
  await until(() => expect(field(slides.field.title).value).toBe('Второй'));
  expect(sent('library.update-slide').map((one) => one.body)).toEqual([{ version: 3, title: 'Новый' }]);
  await type(slides.field.title, 'Другой');
  await leave();
  await until(() => expect(address()).not.toContain('slide='));
  expect(sent('library.update-slide').map((one) => one.body)).toEqual([
    { version: 3, title: 'Новый' },
    { version: 3, title: 'Другой' },
  ]);
});

test('a slide that is not stored stays open, and its draft stays in the browser', async () => {
  serve({ 'library.update-slide': errorResponse(503, 'common.unavailable') });
  const { address } = await open();
  await type(slides.field.title, 'Новый');
  await leave();
  await until(() => expect(shownText()).toContain(commons.unsaved.failed));
  expect(shownText()).toContain(commons.unsaved.kept);
  await press(commons.cancel);
  expect(address()).toBe('/');
  expect(field(slides.field.title).value).toBe('Новый');
  await act(async () => void window.dispatchEvent(new Event('pagehide')));
  expect(localStorage.getItem('sergak.draft.slide.me.a')).toContain('Новый');
});

test('a stale version shows what another person changed, also for a draft of an earlier visit', async () => {
  const theirs = slide('a', 'Заголовок Анны', { version: 7 });
  const sent = serve({
    'library.update-slide': errorResponse(409, 'common.stale_version', { current: 7 }),
    'library.slides': { data: [theirs] },
  });
  const base = { fields: { ...slide('a', 'Первый'), id: undefined, version: undefined }, version: 3 };
  const draft = { fields: { ...base.fields, transcript: 'Мой черновик' }, base };
  localStorage.setItem('sergak.draft.slide.me.a', JSON.stringify({ values: draft, at: '2026-11-01T10:00:00.000Z' }));
  await open(theirs);
  expect(isHeld(commons.save)).toBe(true);
  await press(commons.draft.go_on);
  expect(await save(sent)).toEqual({ version: 3, transcript: 'Мой черновик' });
  await until(() => expect(shownText()).toContain('Заголовок Анны'));
  expect(document.querySelector('[role=alert] del')!.textContent).toBe('Первый');
  await press(commons.stale.take);
  await until(() => expect(field(slides.field.title).value).toBe('Заголовок Анны'));
  expect(localStorage.getItem('sergak.draft.slide.me.a')).toBeNull();
});

test('a deleted slide returns to its place from the toast', async () => {
  const gone = slide('a', 'Первый');
  const sent = serve({ 'library.delete-slide': { slide: { ...gone, order_id: 0 } }, 'library.create-slide': gone });
  await open();
  await press(slides.list.actions.replace('{{title}}', 'Первый'));
  await until(() => expect(document.querySelector('[role=menu]')).not.toBeNull());
  await act(async () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
      .find((one) => one.textContent === commons.delete)!
      .click(),
  );
  await until(() => expect(currentToasts().at(-1)?.action).toBeDefined());
  await act(async () => currentToasts().at(-1)!.action!.run());
  await until(() => expect(sent('library.create-slide')).toHaveLength(1));
  expect(sent('library.create-slide')[0]!.body).toMatchObject({ title: 'Первый', order_id: 0 });
});
