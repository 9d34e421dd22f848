// @vitest-environment happy-dom
import type { LearnerQuestion } from '@sergak/contract/learning/learner.schema.ts';
import type { Answer } from '@sergak/contract/learning/learning.rules.ts';
import { act } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import learner from '../../../../../locales/ru/learning/learner.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { QuestionInput } from './question-input.tsx';

const part = (id: string) => ({ id, text: `текст ${id}` });
const question = (type: LearnerQuestion['type'], parts: string[], matches: string[] = []): LearnerQuestion => ({
  id: 'q',
  type,
  text: 'Вопрос',
  image_path: null,
  image_alt: '',
  points: 1,
  parts: parts.map(part),
  matches: matches.map(part),
});
const press = (element: Element | null | undefined) => act(async () => (element as HTMLElement).click());

let leave = (): void => undefined;
beforeAll(async () => {
  (await draw(null)).end();
  addTexts('ru', 'learning__learner', learner);
});
afterEach(() => leave());

const drawn = async (shown: LearnerQuestion, answer?: Answer) => {
  const given: Answer[] = [];
  const input = (known?: Answer) => (
    <QuestionInput question={shown} answer={known} onAnswer={(one) => given.push(one)} disabled={false} />
  );
  const { root, end, again } = await draw(input(answer));
  leave = end;
  return { root, given, again: (known?: Answer) => again(input(known)) };
};

test('single choice: a choice answers at once', async () => {
  const { root, given } = await drawn(question('single', ['a', 'b']));
  await press(root.querySelectorAll('input')[1]);
  expect(given).toEqual([{ option: 'b' }]);
});

test('multiple choice: ticks add up, and the last tick cannot be removed', async () => {
  const { root, given } = await drawn(question('multiple', ['a', 'b', 'c']), { options: ['b'] });
  await press(root.querySelectorAll('input')[0]);
  await press(root.querySelectorAll('input')[1]);
  expect(given).toEqual([{ options: ['a', 'b'] }]);
});

test('ordering by buttons; the first item cannot move up', async () => {
  const { root, given } = await drawn(question('ordering', ['a', 'b', 'c']));
  const buttons = [...root.querySelectorAll('button')];
  expect(buttons[0]!.disabled).toBe(true);
  await press(buttons[1]);
  expect(given).toEqual([{ order: ['b', 'a', 'c'] }]);
});

test('an order that is right from the beginning becomes an answer when it is confirmed, once', async () => {
  const { root, given, again } = await drawn(question('ordering', ['a', 'b', 'c']));
  const confirm = () => root.querySelector<HTMLButtonElement>('button[aria-pressed]')!;
  expect(confirm().getAttribute('aria-pressed')).toBe('false');
  await press(confirm());
  expect(given).toEqual([{ order: ['a', 'b', 'c'] }]);
  again(given[0]);
  expect(confirm().getAttribute('aria-pressed')).toBe('true');
  await press(confirm());
  expect(given).toHaveLength(1);
});

test('matching answers only when every line has its pair', async () => {
  const { root, given } = await drawn(question('matching', ['l1', 'l2'], ['r1', 'r2']));
  const choose = (select: HTMLSelectElement, value: string) =>
    act(async () => {
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  const [first, second] = [...root.querySelectorAll('select')] as [HTMLSelectElement, HTMLSelectElement];
  await choose(first, 'r2');
  const drawnTexts = () => [...root.querySelectorAll('select + span')].map((one) => one.textContent);
  const chosenText = first.selectedOptions[0]!.textContent;
  expect(drawnTexts(), 'a select would cut a long text').toEqual([chosenText, '']);
  expect(given).toEqual([]);
  await choose(second, 'r1');
  expect(given).toEqual([
    {
      pairs: [
        { left: 'l1', right: 'r2' },
        { left: 'l2', right: 'r1' },
      ],
    },
  ]);
});
