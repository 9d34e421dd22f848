import { expect, test } from 'vitest';
import { isBehind, learnerStateOn, type LearnerTerm } from './behind.rules.ts';

const term = (changes: Partial<LearnerTerm> = {}): LearnerTerm => ({
  status: 'active',
  paused: false,
  start_date: '2026-11-01',
  deadline: '2026-11-30',
  started: false,
  completed: false,
  progress: 0,
  ...changes,
});

test('behind means past the deadline of an active assignment without having finished', () => {
  expect(isBehind(term(), '2026-11-30')).toBe(false);
  expect(isBehind(term(), '2026-12-01')).toBe(true);
  expect(isBehind(term({ progress: 99.99 }), '2026-12-01')).toBe(true);
  for (const change of [{ completed: true }, { paused: true }, { status: 'completed' }, { status: 'planned' }] as const)
    expect(isBehind(term(change), '2027-01-01'), JSON.stringify(change)).toBe(false);
});

test('before the deadline a course is not started, in progress, or likely late in its last third with less than half done', () => {
  const on = (day: string, changes: Partial<LearnerTerm> = {}) => learnerStateOn(term(changes), day);
  expect(on('2026-11-21')).toBe('not_started'); // ten of thirty days are left, with today
  expect(on('2026-11-22')).toBe('likely_late');
  expect(on('2026-11-30', { started: true, progress: 49.99 })).toBe('likely_late');
  expect(on('2026-11-30', { started: true, progress: 50 })).toBe('in_progress');
  expect(on('2026-11-30', { paused: true })).toBe('not_started');
  expect(on('2026-11-30', { start_date: '2026-11-30' })).toBe('not_started');
  expect(on('2026-12-01', { started: true, progress: 50 })).toBe('behind');
  expect(on('2026-12-01', { completed: true, progress: 100 })).toBe('completed');
  expect(on('2026-12-01', { status: 'completed', started: true })).toBe('in_progress');
});
