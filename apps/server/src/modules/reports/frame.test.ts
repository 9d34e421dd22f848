import { expect, test } from 'vitest';
import { reportLocale } from './frame.ts';
import { reportTitle } from './kinds.ts';

test('a report names people without a department in its own language', () => {
  const titles = (['ru', 'en', 'uz'] as const).map((language) =>
    reportLocale(language, 'UTC').department('Без отдела'),
  );
  expect(titles).toEqual(['Без отдела', 'No department', 'Boʻlimsiz']);
  expect(reportLocale('en', 'UTC').department('Warehouse')).toBe('Warehouse');
  expect(reportTitle('department', 'ru', 'Без отдела')).toBe('Сотрудники без отдела');
  expect(reportTitle('department', 'en', 'Без отдела')).toBe('Employees without a department');
});
