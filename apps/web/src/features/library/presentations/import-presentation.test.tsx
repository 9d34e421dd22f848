// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../../locales/ru/commons.json' with { type: 'json' };
import errors from '../../../../../../locales/ru/global_errors.json' with { type: 'json' };
import words from '../../../../../../locales/ru/library/presentations.json' with { type: 'json' };
import tips from '../../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../../shared/i18n/texts.ts';
import { queryClient } from '../../../shared/query-client.ts';
import { closeToast, currentToasts } from '../../../shared/toasts.ts';
import { draw, eventually } from '../../../shared/ui/testing.tsx';
import { ImportPresentation } from './import-presentation.tsx';
import '../../../shared/wire.ts';

const task = {
  id: 't',
  kind: 'library.import-presentation',
  status: 'in_process',
  done: 5,
  total: 20,
  stage: 'converting',
  message: null,
  detail: null,
  result: null,
  cancellable: true,
  created_at: '2026-11-23T00:00:00Z',
  finished_at: null,
};
const replies: { kinds: string[]; task: object; upload: [number, object] } = {
  kinds: [],
  task,
  upload: [200, { task_id: 't' }],
};
const json = (status: number, body: object | null) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** The upload of a form, as far as the page uses it. */
class Upload {
  upload = {};
  status = 0;
  responseText = '';
  onload: () => void = () => undefined;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return 'application/json';
  }
  abort() {}
  send(form: FormData) {
    sent.push(form);
    [this.status] = replies.upload;
    this.responseText = JSON.stringify(replies.upload[1]);
    queueMicrotask(() => this.onload());
  }
}
const toasts = () => currentToasts().map((one) => one.text);
const sent: FormData[] = [];
const deleted: string[] = [];

beforeEach(() => {
  addTexts('ru', 'library__presentations', words);
  addTexts('ru', 'global_errors', errors);
  addTexts('ru', 'tips', tips);
  Object.assign(replies, { kinds: ['pdf', 'pptx', 'odp', 'ppt'], task, upload: [200, { task_id: 't' }] });
  sent.length = 0;
  deleted.length = 0;
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.stubGlobal('fetch', (url: string, { method = 'GET' } = {}) => {
    if (method === 'DELETE') deleted.push(url);
    return Promise.resolve(
      url.includes('formats') ? json(200, { kinds: replies.kinds }) : json(200, method === 'GET' ? replies.task : null),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  sessionStorage.clear();
  for (const one of currentToasts()) closeToast(one.id);
});

/** The text of the page, with usual spaces. */
const text = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const shows = (wanted: string) => eventually(() => expect(text()).toContain(wanted));
const button = (label: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === label) as HTMLButtonElement;
const click = (label: string) => act(async () => button(label).click());
const openDialog = async () => {
  const drawn = await draw(
    <QueryClientProvider client={queryClient}>
      <ImportPresentation moduleId="m">{(button) => button}</ImportPresentation>
    </QueryClientProvider>,
  );
  await click(words.open);
  await shows(words.drop);
  return drawn;
};
const choose = (name: string) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { value: [new File(['x'], name)], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });

test('a PPTX file is sent with the choice about notes, its progress is shown, and the result has numbers', async () => {
  const { end } = await openDialog();
  await click(words.start);
  await shows(commons.blocked.file);
  await eventually(() => expect(document.activeElement?.textContent).toContain(words.drop));
  expect(sent).toEqual([]);
  expect(text()).not.toContain(words.only_pdf);
  expect(text()).not.toContain(words.with_notes);
  await choose('Курс.pptx');
  await act(async () => document.querySelector<HTMLInputElement>('input[role=switch]')!.click());
  await click(words.start);
  await shows(tips.task.converting);
  expect(text()).toContain('5 из 20');
  expect(sent[0]!.get('with_notes')).toBe('true');
  replies.task = {
    ...task,
    status: 'success',
    result: { module_id: 'm', slides: 20, sounds: 1, sounds_skipped: 0, without_text: 2 },
  };
  await shows('Добавлено 20 слайдов.');
  expect(toasts()).toEqual(['Слайды успешно загружены']);
  expect(text()).toContain('Звук прикреплён к 1 слайду.');
  expect(text()).toContain('Слайдов, на которых не нашлось текста: 2');
  expect(text()).not.toContain('браузеры не воспроизводят');
  end();
});

test('without LibreOffice only PDF can be chosen, and the dialog says what to do', async () => {
  replies.kinds = ['pdf'];
  const { end } = await openDialog();
  expect(text()).toContain(words.only_pdf);
  await choose('deck.pptx');
  await click(words.start);
  expect(sent).toEqual([]);
  await choose('deck.pdf');
  await click(words.start);
  await eventually(() => expect(sent).toHaveLength(1));
  end();
});

test('a rejected file, a failed task and a cancelled task have their reasons', async () => {
  const { end } = await openDialog();
  replies.upload = [422, { status: 422, code: 'presentation.encrypted', message: 'x', request_id: 'r' }];
  await choose('deck.pdf');
  await click(words.start);
  await shows(errors.presentation.encrypted);
  replies.upload = [200, { task_id: 't2' }];
  replies.task = { ...task, id: 't2', status: 'error', message: 'presentation.too_many_slides' };
  await click(words.start);
  await shows(errors.presentation.too_many_slides);
  await shows('Не удалось загрузить слайды.');
  await click(words.again);
  replies.upload = [200, { task_id: 't3' }];
  replies.task = { ...task, id: 't3' };
  await choose('deck.pdf');
  await click(words.start);
  await shows('5 из 20');
  await click('Отмена');
  expect(deleted).toHaveLength(1);
  replies.task = { ...task, id: 't3', status: 'error', message: 'task.cancelled' };
  await shows(words.cancelled);
  end();
});

test('closing the dialog hands a running import to the tray', async () => {
  const { end } = await openDialog();
  await choose('deck.pdf');
  await click(words.start);
  await shows('5 из 20');
  await click(words.leave);
  await eventually(() => expect(sessionStorage.getItem('sergak.tasks')).toContain('"id":"t"'));
  end();
});

/** A page without slides that draws itself differently once it has some. */
const ChangingPage = (): ReactNode => {
  const [hasSlides, setHasSlides] = useState(false);
  return (
    <ImportPresentation moduleId="m">
      {(importing) =>
        hasSlides ? (
          <nav>{importing}</nav>
        ) : (
          <div>
            {importing}
            <button onClick={() => setHasSlides(true)}>Слайды появились</button>
          </div>
        )
      }
    </ImportPresentation>
  );
};
test('the result stays on the screen when the first slides of a module change the page', async () => {
  const { end } = await draw(
    <QueryClientProvider client={queryClient}>
      <ChangingPage />
    </QueryClientProvider>,
  );
  await click(words.open);
  await shows(words.drop);
  await choose('deck.pdf');
  await click(words.start);
  await shows('5 из 20');
  await click('Слайды появились');
  replies.task = { ...task, status: 'success', result: { slides: 20, sounds: 0, sounds_skipped: 0, without_text: 0 } };
  await shows('Добавлено 20 слайдов.');
  expect(document.querySelector('nav'), 'the page has changed').not.toBeNull();
  end();
});
