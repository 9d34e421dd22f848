import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

test('equal lines stand next to each other, others on their side', () => {
  expect(lineDiff('a\nb\nc', 'a\nc\nd')).toEqual([
    { before: 'a', after: 'a' },
    { before: 'b', after: null },
    { before: 'c', after: 'c' },
    { before: null, after: 'd' },
  ]);
  expect(lineDiff('', 'x')).toEqual([{ before: null, after: 'x' }]);
  expect(lineDiff('x', '')).toEqual([{ before: 'x', after: null }]);
});
