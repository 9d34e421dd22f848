import { beforeAll, expect, test } from 'vitest';
import { bulkKinds, bulkReasons, type BulkResult } from '@sergak/contract/tasks/bulk.schema.ts';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import tips from '../../../../locales/ru/tips.json' with { type: 'json' };
import { bulkSummary } from './bulk.ts';
import { addTexts } from './i18n/texts.ts';
import { textOf } from './i18n/use-t.ts';

beforeAll(() => addTexts('ru', 'tips', tips));

const ended = (kind: string, result: BulkResult | null, changes: Partial<TaskView> = {}): TaskView => ({
  id: '0190a7e2-0000-7000-8000-000000000001',
  kind,
  status: 'success',
  done: 0,
  total: 1,
  stage: null,
  message: null,
  detail: null,
  result,
  cancellable: true,
  created_at: '',
  finished_at: '',
  ...changes,
});
/** The summary with every kind of space replaced by a plain one. */
const words = (task: TaskView, reason = ''): string | undefined =>
  bulkSummary(task, textOf(`tips:bulk.work.${task.kind}`), reason)?.replace(/\s/g, ' ');

test('the summary of a bulk task names how many people were processed and skipped, and why', () => {
  const skipped = { higher_role: 2, oneself: 1 };
  expect(words(ended('remove_people', { done: 49_997, of: 50_000, skipped }))).toBe(
    'Удаление сотрудников: 49 997 из 50 000. Пропущено: роль выше вашей — 2, ваша учётная запись — 1.',
  );
  const cancelled = { status: 'error', message: 'task.cancelled' } as const;
  expect(words(ended('tag_people', { done: 3_000, of: 5_000, skipped: {} }, cancelled))).toBe(
    'Добавление в тег: отменено. Сделано 3 000 из 5 000, остальные не изменены.',
  );
  const failed = { status: 'error', message: 'tag.not_found' } as const;
  expect(words(ended('untag_people', { done: 1, of: 2, skipped: {} }, failed), 'Тег не найден')).toBe(
    'Исключение из тега: прервано. Сделано 1 из 2. Тег не найден',
  );
});

test('each kind and each reason has a text; a task of another kind has no summary', () => {
  for (const kind of bulkKinds)
    for (const reason of bulkReasons) {
      const told = words(ended(kind, { done: 1, of: 2, skipped: { [reason]: 1 } }));
      expect(told, `${kind}, ${reason}`).toBeTypeOf('string');
      expect(told).not.toMatch(/bulk\.|tips:/);
    }
  expect(bulkSummary(ended('employees.write-export', { done: 1, of: 1, skipped: {} }), '', '')).toBeNull();
  expect(bulkSummary(ended('tag_people', null), '', '')).toBeNull();
});
