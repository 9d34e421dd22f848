// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Slide } from '@sergak/contract/library/library.schema.ts';
import type { SlideBlock } from '@sergak/contract/library/slide-doc.schema.ts';
import words from '../../../../../locales/ru/library.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { openPage, until } from '../../shared/ui/testing-page.tsx';
import { AudioPlayer } from './audio-player.tsx';
import { SlideView } from './slide-view.tsx';

const path = '/lk/files/0b2ad0de-0000-4000-8000-000000000000';
const paragraph = (text: string): SlideBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const slide: Slide = {
  id: '0b2ad0de-0000-4000-8000-000000000001',
  layout: 'image-right',
  title: 'Пароли',
  image_path: path,
  image_alt: 'Схема входа',
  audio_path: path,
  transcript: 'Здравствуйте!',
  version: 1,
  doc: {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: '<b>Текст</b>', marks: [{ type: 'bold' }] }] },
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Глава' }] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Пункт')] }] },
      { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('Шаг')] }] },
      { type: 'blockquote', content: [paragraph('Цитата')] },
      { type: 'callout', attrs: { tone: 'warning' }, content: [paragraph('Осторожно')] },
      { type: 'reveal', attrs: { title: 'Ответ' }, content: [paragraph('Скрыто')] },
      {
        type: 'columns',
        content: [
          { type: 'column', content: [paragraph('Слева')] },
          { type: 'column', content: [paragraph('Справа')] },
        ],
      },
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [paragraph('Шапка')] }],
          },
        ],
      },
      { type: 'image', attrs: { path, alt: 'Снимок' } },
      { type: 'video', attrs: { path, title: 'Ролик', captions: `${path}?vtt`, transcript: 'Вход' } },
    ],
  },
};

beforeEach(() => {
  localStorage.clear();
  addTexts('ru', 'library', words);
});

test('a slide shows each block as the element that it means, and text never as HTML', async () => {
  const { root } = await openPage(<SlideView slide={slide} />);
  await until(() => expect(root.querySelector('h2')).not.toBeNull());
  const one = (selector: string) => root.querySelector(selector)!;
  expect(one('h2').textContent).toBe('Пароли');
  expect(one('strong').textContent).toBe('<b>Текст</b>');
  expect(one('h3').textContent).toBe('Глава');
  expect([one('ul > li').textContent, one('ol > li').textContent]).toEqual(['Пункт', 'Шаг']);
  expect(one('blockquote').textContent).toBe('Цитата');
  expect(one('[data-tone=warning]').textContent).toBe('Осторожно');
  expect(one('details > summary + *').textContent).toBe('Здравствуйте!');
  expect([...root.querySelectorAll('summary')].map((summary) => summary.textContent)).toContain('Ответ');
  expect(one('th').getAttribute('colspan')).toBe('2');
  expect([...root.querySelectorAll('img')].map((img) => img.alt)).toEqual(
    expect.arrayContaining(['Схема входа', 'Снимок']),
  );
  expect(one('video').getAttribute('title')).toBe('Ролик');
  expect(one('video > track').getAttribute('src')).toBe(`${path}?vtt`);
  expect(one('figure:has(video) details p').textContent).toBe('Вход');
});

const player = async () => {
  const { root } = await openPage(<AudioPlayer src={path} label="Озвучка" transcript="Здравствуйте!" />);
  await until(() => expect(root.querySelector('audio')).not.toBeNull());
  const audio = root.querySelector('audio')!;
  const set = (label: string, value: string) =>
    act(async () => {
      const field = root.querySelector<HTMLInputElement | HTMLSelectElement>(`[aria-label='${label}']`)!;
      const { set: write } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
      write!.call(field, value);
      field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    });
  return { root, audio, set };
};

test('the player plays and pauses by its button, and names the button after what it does', async () => {
  const { root, audio } = await player();
  const play = vi.spyOn(audio, 'play').mockImplementation(async () => void audio.dispatchEvent(new Event('play')));
  const pause = vi.spyOn(audio, 'pause').mockImplementation(() => void audio.dispatchEvent(new Event('pause')));
  const button = root.querySelector('button')!;
  expect(button.getAttribute('aria-label')).toBe('Воспроизвести');
  await act(async () => button.click());
  expect(button.getAttribute('aria-label')).toBe('Пауза');
  await act(async () => button.click());
  expect(button.getAttribute('aria-label')).toBe('Воспроизвести');
  expect([play.mock.calls.length, pause.mock.calls.length]).toEqual([1, 1]);
});

test('volume runs from 0 to 100 and is kept; position and speed are set', async () => {
  const { root, audio, set } = await player();
  const volume = root.querySelector<HTMLInputElement>("[aria-label='Громкость']")!;
  expect([volume.min, volume.max, volume.value]).toEqual(['0', '100', '100']);
  await set('Громкость', '35');
  expect(audio.volume).toBeCloseTo(0.35);
  expect(localStorage.getItem('sergak.volume')).toBe('35');
  Object.defineProperty(audio, 'duration', { value: 65, configurable: true });
  await act(async () => void audio.dispatchEvent(new Event('durationchange')));
  await set('Место в записи', '12');
  expect(audio.currentTime).toBe(12);
  expect(root.querySelector("[aria-label='Место в записи']")!.getAttribute('aria-valuetext')).toBe('0:12 из 1:05');
  await set('Скорость', '1.5');
  expect(audio.playbackRate).toBe(1.5);
  const again = await player();
  expect(again.audio.volume).toBeCloseTo(0.35);
});

test('a recording that cannot be loaded is reported, and its transcript stays readable', async () => {
  const { root, audio } = await player();
  await act(async () => void audio.dispatchEvent(new Event('error')));
  expect(root.querySelector('[role=alert]')!.textContent).toContain('не удалось загрузить');
  expect(root.textContent).toContain('Здравствуйте!');
});
