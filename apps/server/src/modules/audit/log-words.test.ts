import { expect, test } from 'vitest';
import { changeWords } from './log-words.ts';

test('actions that one save added read as sentences, two of them as well', () => {
  const actions_added = [{ type: 'letter', theme: ['А', 'Б'] }, { type: 'course' }];
  expect(changeWords({ actions_added, life_days: [30, 5] }, 'ru', () => undefined)).toBe(
    'Добавленные действия: (Вид: отправить письмо; Тема сообщения: А → Б), (Вид: назначить курс); Срок тега, дней: 30 → 5',
  );
});
