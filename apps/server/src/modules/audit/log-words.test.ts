import { expect, test } from 'vitest';
import { entryWords } from './log-words.ts';

test('describes changes, counts and the actions of a tag that one save added', () => {
  const added = [
    { type: 'letter', theme: 'Б', changes: [{ field: 'theme' as const, before: 'А', after: 'Б' }] },
    { type: 'course' },
  ];
  const entry = {
    changes: [{ field: 'life_days' as const, before: 30, after: 5 }],
    details: { actions_added: added, affected: 12 },
  };
  expect(entryWords(entry, 'ru', () => undefined)).toBe(
    'Срок тега, дней: 30 → 5; Добавленные действия: (Тема сообщения: А → Б; Вид: отправить письмо; Тема сообщения: Б), (Вид: назначить курс); Всего: 12',
  );
});
