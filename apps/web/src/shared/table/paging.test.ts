import { expect, test } from 'vitest';
import { pageCount, pageMarks, pageWithin } from './paging.ts';

test('fewer than two pages show no bar', () => {
  expect([pageCount(0, 20), pageCount(20, 20), pageCount(21, 20)]).toEqual([0, 1, 2]);
  expect(pageMarks(0, 1)).toEqual([]);
});
test.each([
  [0, 2, [0, 1]],
  [0, 10, [0, 1, 2, 'gap', 9]],
  [5, 10, [0, 'gap', 3, 4, 5, 6, 7, 'gap', 9]],
  [3, 7, [0, 1, 2, 3, 4, 5, 6]],
  [4, 9, [0, 'gap', 2, 3, 4, 5, 6, 'gap', 8]],
  [9, 10, [0, 'gap', 7, 8, 9]],
  [99, 10, [0, 'gap', 7, 8, 9]],
])('page %i of %i', (page, pages, marks) => expect(pageMarks(page, pages)).toEqual(marks));

test.each([
  [0, 0, 0],
  [3, 0, 0],
  [2, 60, 2],
  [2, 40, 1],
  [9, 41, 2],
])('page %i of %i rows stays where rows are', (page, total, stays) => expect(pageWithin(page, total, 20)).toBe(stays));
