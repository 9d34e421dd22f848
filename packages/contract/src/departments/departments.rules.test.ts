import { expect, test } from 'vitest';
import { pathProblem } from './departments.rules.ts';

test('a path has at most a hundred levels, no title over the limit, and does not begin at «Без отдела»', () => {
  const deep = Array.from({ length: 101 }, (_, i) => `Отдел ${i}`);
  expect(pathProblem(deep.slice(0, 100))).toBeNull();
  expect(pathProblem(deep)).toBe('department_too_deep');
  expect(pathProblem(['Дирекция', 'д'.repeat(255)])).toBeNull();
  expect(pathProblem(['Дирекция', 'д'.repeat(256)])).toBe('department_too_long');
  expect(pathProblem(['БЕЗ отдела', 'Касса'])).toBe('department_below_default');
  expect(pathProblem(['Без отдела'])).toBeNull();
  expect(pathProblem(['Дирекция', 'Без отдела'])).toBeNull();
});
