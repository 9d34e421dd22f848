// @vitest-environment happy-dom
import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import errors from '../../../../../../locales/ru/global_errors.json' with { type: 'json' };
import learner from '../../../../../../locales/ru/learning/learner.json' with { type: 'json' };
import texts from '../../../../../../locales/ru/library/questions.json' with { type: 'json' };
import tips from '../../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../../shared/i18n/texts.ts';
import { queryClient } from '../../../shared/query-client.ts';
import { currentToasts } from '../../../shared/toasts.ts';
import {
  button,
  buttons,
  field,
  openPage,
  press,
  errorResponse,
  serve,
  shownText,
  type,
  until,
} from '../../../shared/ui/testing-page.tsx';
import { draw, isBlocked } from '../../../shared/ui/testing.tsx';
import { QuestionsTab } from './questions-tab.tsx';

const MODULE = '0b2ad0de-0000-4000-8000-000000000001';
const idOf = (n: number) => `0b2ad0de-0000-4000-8000-00000000010${n}`;
const part = (n: number, text: string) => ({ id: `0b2ad0de-0000-4000-8000-0000000002${n}0`, text });
const base = { image_path: null, image_alt: '', points: 1, explanation: '', version: 1 };
const single: Question = {
  ...base,
  id: idOf(1),
  type: 'single',
  text: 'Первый',
  body: {
    options: [
      { ...part(1, 'да'), correct: true },
      { ...part(2, 'нет'), correct: false },
    ],
  },
};
const matching: Question = {
  ...base,
  id: idOf(2),
  type: 'matching',
  text: 'Второй',
  points: 5,
  body: {
    pairs: [
      { left: part(3, 'а'), right: part(4, 'б') },
      { left: part(5, 'в'), right: part(6, 'г') },
    ],
  },
};

beforeAll(async () => {
  (await draw(null)).end();
  addTexts('ru', 'library__questions', texts);
  addTexts('ru', 'learning__learner', learner);
  addTexts('ru', 'tips', tips);
  addTexts('ru', 'global_errors', errors);
});
beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

const open = async (more: Parameters<typeof serve>[0] = {}, questions: readonly Question[] = [single, matching]) => {
  const sent = serve({ 'questions.list': { data: questions }, ...more });
  await openPage(<QuestionsTab module={{ id: MODULE }} />);
  await until(() => expect(shownText()).toContain(questions.length > 0 ? 'Первый' : 'Вопросов пока нет'));
  return sent;
};
const start = async (name: string) => {
  await press('Добавить вопрос');
  await until(() => field('Вопрос'));
  if (name === 'Один ответ') return;
  const box = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].find(
    (one) => one.value === 'Один ответ',
  );
  await act(async () => box!.click());
  const option = () =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === name);
  await until(() => expect(option()).toBeDefined());
  await act(async () => option()!.click());
};
const added = async (sent: Awaited<ReturnType<typeof open>>) => {
  await until(() => expect(isBlocked(button('Добавить'))).toBe(false));
  await press('Добавить');
  await until(() => expect(sent('questions.create')).toHaveLength(1));
  return sent('questions.create')[0]!.body as Question;
};
const tick = (label: string) => act(async () => field(label).click());

test('the list shows type, points and the sum; the search keeps the numbers and hides the order', async () => {
  await open();
  expect(shownText()).toContain('Пары · 5 баллов');
  expect(shownText()).toContain('2 вопроса, 6 баллов');
  await type('Текст вопроса', 'втор');
  await until(() => expect(shownText()).not.toContain('Первый'));
  expect(buttons('Выше: вопрос 2')).toHaveLength(0);
  expect(buttons('Изменить: вопрос 2')).toHaveLength(1);
});

test('a single choice needs text, two different answers and one right answer; the button says what is missing', async () => {
  const sent = await open({ 'questions.create': single });
  await start('Один ответ');
  expect(isBlocked(button('Добавить'))).toBe(true);
  await type('Вопрос', 'Что делать?');
  await type('Ответ 1', 'Сообщить');
  await type('Ответ 2', 'сообщить');
  expect(document.body.innerHTML).toContain('Такой ответ уже есть');
  await type('Ответ 2', 'Нажать');
  expect(shownText()).toContain('Не отмечен верный ответ');
  await tick('Ответ 2 — верный');
  await tick('Ответ 1 — верный');
  await press('Пояснение: Ответ 1');
  await act(async () => undefined);
  await type('Баллы', '3');
  expect(await added(sent)).toMatchObject({
    type: 'single',
    text: 'Что делать?',
    points: 3,
    body: {
      options: [
        { text: 'Сообщить', correct: true },
        { text: 'Нажать', correct: false },
      ],
    },
  });
});

test('a multiple choice takes several right answers; answers can be added and removed', async () => {
  const sent = await open({ 'questions.create': single }, []);
  await start('Несколько ответов');
  await type('Вопрос', 'Что выдаёт обман?');
  await press('Добавить ответ');
  await type('Ответ 1', 'Адрес');
  await type('Ответ 2', 'Лишний');
  await type('Ответ 3', 'Спешка');
  await press('Убрать: Ответ 2');
  await tick('Ответ 1 — верный');
  await tick('Ответ 2 — верный');
  expect(await added(sent)).toMatchObject({
    type: 'multiple',
    body: {
      options: [
        { text: 'Адрес', correct: true },
        { text: 'Спешка', correct: true },
      ],
    },
  });
});

test('items to order are sent in their order', async () => {
  const sent = await open({ 'questions.create': single });
  await start('По порядку');
  await type('Вопрос', 'По порядку');
  await type('Место 1', 'Второе');
  await type('Место 2', 'Первое');
  await press('Выше: Место 2');
  expect((await added(sent)).body).toMatchObject({ items: [{ text: 'Первое' }, { text: 'Второе' }] });
  await until(() => expect(buttons('Добавить')).toHaveLength(0));
});

test('pairs are sent as written', async () => {
  const sent = await open({ 'questions.create': single });
  await start('Пары');
  await type('Вопрос', 'Соедините');
  for (const [label, text] of [
    ['Пара 1, слева', 'Прайс'],
    ['Пара 1, справа', 'Всем'],
    ['Пара 2, слева', 'Зарплаты'],
    ['Пара 2, справа', 'Кадрам'],
  ] as const)
    await type(label, text);
  expect(await added(sent)).toMatchObject({
    type: 'matching',
    body: { pairs: [{ left: { text: 'Прайс' }, right: { text: 'Всем' } }, { left: { text: 'Зарплаты' } }] },
  });
});

test('short answers are sent as written', async () => {
  const sent = await open({ 'questions.create': single });
  await start('Свой ответ');
  await type('Вопрос', 'Одним словом');
  await press('Добавить вариант');
  await type('Вариант 1', 'L');
  await type('Вариант 2', 'клавиша L');
  expect(await added(sent)).toMatchObject({ type: 'short', body: { accepted: ['L', 'клавиша L'] } });
});

test('the preview asks the question as a learner sees it and judges the answer', async () => {
  await open();
  await press('Изменить: вопрос 1');
  await until(() => field('Вопрос'));
  await press('Посмотреть, как увидят');
  const right = () =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog] label')].find((one) => one.textContent === 'да');
  await until(() => expect(right()).toBeDefined());
  await act(async () => right()!.querySelector('input')!.click());
  expect(shownText()).toContain('Такой ответ засчитается как верный');
  await press('К редактированию');
  expect(field<HTMLTextAreaElement>('Вопрос').value).toBe('Первый');
});

test('a question that another person changed shows both versions, and can be overwritten', async () => {
  let version = 1;
  const newer = { ...single, text: 'Изменённый', points: 9, version: 2 };
  const sent = await open({
    'questions.get': newer,
    'questions.update': ({ body }: { body: { version: number } }) =>
      body.version === 1
        ? errorResponse(409, 'common.stale_version', { current: 2 })
        : { ...single, version: ++version },
  });
  await press('Изменить: вопрос 1');
  await until(() => field('Вопрос'));
  await type('Вопрос', 'Мой');
  await press('Сохранить');
  await until(() => expect(shownText()).toContain('Пока вы редактировали, вопрос изменил кто-то другой'));
  expect(shownText()).toContain('Изменённый');
  await press('Сохранить мои');
  await until(() => expect(sent('questions.update')).toHaveLength(2));
  expect(sent('questions.update')[1]!.body).toMatchObject({ text: 'Мой', version: 2 });
});

test('buttons move a question and announce its place; a deletion can be undone in place', async () => {
  const sent = await open({ 'questions.create': single });
  await press('Ниже: вопрос 1');
  await until(() => expect(sent('questions.swap')).toHaveLength(1));
  expect(sent('questions.swap')[0]!.body).toEqual({ question_id: single.id, order_id: 1 });
  expect(shownText()).toContain('Вопрос теперь на месте 2');
  await until(() => expect(isBlocked(button('Ниже: вопрос 2'))).toBe(true));
  expect(button('Ниже: вопрос 2').disabled, 'it keeps the focus').toBe(false);
  await press('Удалить: вопрос 2');
  await until(() => expect(sent('questions.delete')).toHaveLength(1));
  await until(() => expect(currentToasts().at(-1)?.text).toBe('Вопрос удалён'));
  await act(async () => currentToasts().at(-1)!.action!.run());
  await until(() => expect(sent('questions.create')).toHaveLength(1));
  expect(sent('questions.create')[0]!.body).toMatchObject({ text: 'Второй', type: 'matching', points: 5, order_id: 1 });
});

test('an import lists the rejected rows before it adds the others', async () => {
  const file = new File(['x'], 'questions.csv');
  const sent = await open({
    'questions.preview-file': {
      lines: 40,
      accepted: 37,
      rejected: 1,
      rejections: [{ line: 6, column: 'Верные ответы', reason: 'right_missing', value: '' }],
      questions: [{ line: 2, type: 'single', text: 'Из файла', points: 1 }],
    },
    'questions.import-file': { added: 37, rejected: 1 },
  });
  await press('Загрузить из таблицы');
  await until(() => expect(document.querySelector('input[type=file]')).not.toBeNull());
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => expect(shownText()).toContain('Не отмечен верный ответ'));
  expect(sent('questions.import-file')).toHaveLength(0);
  await press('Добавить 37 вопросов');
  await until(() => expect(sent('questions.import-file')).toHaveLength(1));
});
