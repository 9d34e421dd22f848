import { expect, test } from 'vitest';
import { asksAnew, needsApproval, shownStatus } from './campaigns.rules.ts';

test('only more recipients than the limit need a second administrator', () => {
  expect([needsApproval(100, 100), needsApproval(101, 100), needsApproval(5_000, null)]).toEqual([false, true, false]);
});

test('every change but that of the name asks anew', () => {
  expect([asksAnew([]), asksAnew(['name']), asksAnew(['name', 'text']), asksAnew(['dateEnd'])]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('a planned campaign that is held back is told by what holds it', () => {
  const shown = (status: 'planned' | 'completed', approval: 'waiting' | 'approved' | 'refused' | null) =>
    shownStatus({ status, approval });
  expect([shown('planned', null), shown('planned', 'approved')]).toEqual(['planned', 'planned']);
  expect([shown('planned', 'waiting'), shown('planned', 'refused')]).toEqual(['waiting', 'refused']);
  expect(shown('completed', 'waiting')).toBe('completed');
});
