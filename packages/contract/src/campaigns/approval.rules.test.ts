import { expect, test } from 'vitest';
import { needsNewApproval, needsApproval, shownStatus } from './campaigns.rules.ts';

test('only a campaign with more recipients than the limit needs a second administrator', () => {
  expect([needsApproval(100, 100), needsApproval(101, 100), needsApproval(5_000, null)]).toEqual([false, true, false]);
});

test('every change except the name requires a new approval', () => {
  expect([
    needsNewApproval([]),
    needsNewApproval(['name']),
    needsNewApproval(['name', 'text']),
    needsNewApproval(['dateEnd']),
  ]).toEqual([false, false, true, true]);
});

test('a planned campaign that waits for approval is shown as waiting', () => {
  const shown = (status: 'planned' | 'completed', approval: 'waiting' | 'approved' | 'rejected' | null) =>
    shownStatus({ status, approval });
  expect([shown('planned', null), shown('planned', 'approved')]).toEqual(['planned', 'planned']);
  expect([shown('planned', 'waiting'), shown('planned', 'rejected')]).toEqual(['waiting', 'rejected']);
  expect(shown('completed', 'waiting')).toBe('completed');
});
