import { expect, test } from 'vitest';
import {
  isRegistrationDone,
  keepDone,
  readScoState,
  scoreByPolicy,
  secondsOf,
  timeOf,
  untouchedSco,
} from './runtime.rules.ts';
import type { ScormItem } from './scorm.schema.ts';

const item = (changes: Partial<ScormItem> = {}): ScormItem => ({
  id: 'a',
  title: 'A',
  visible: true,
  launch: 'a.html',
  type: 'sco',
  mastery_score: null,
  scaled_passing_score: null,
  launch_data: '',
  max_time_allowed: '',
  time_limit_action: '',
  completion_threshold: null,
  objectives: [],
  sequencing: null,
  items: [],
  ...changes,
});
const at12 = (elements: Record<string, string>, ended = false, mastery: number | null = null) =>
  readScoState('1.2', item({ mastery_score: mastery }), elements, { ended, lost: false });
const at2004 = (elements: Record<string, string>, ended = false, changes: Partial<ScormItem> = {}) =>
  readScoState('2004', item(changes), elements, { ended, lost: false });

test('SCORM 1.2: «passed» without «completed» is done, and «failed» is not', () => {
  expect(isRegistrationDone(at12({ 'cmi.core.lesson_status': 'passed' }))).toBe(true);
  expect(isRegistrationDone(at12({ 'cmi.core.lesson_status': 'completed' }))).toBe(true);
  expect(isRegistrationDone(at12({ 'cmi.core.lesson_status': 'failed' }))).toBe(false);
  expect(isRegistrationDone(at12({ 'cmi.core.lesson_status': 'incomplete' }, true))).toBe(false);
});

test('SCORM 1.2: the pass mark of the manifest decides over what the package claims', () => {
  const claimed = { 'cmi.core.lesson_status': 'failed', 'cmi.core.score.raw': '85' };
  expect(at12(claimed, true, 80)).toMatchObject({ success: 'passed', score: 85 });
  expect(at12({ ...claimed, 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '10' }, true, 80).success).toBe(
    'failed',
  );
  const middle = { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.score.raw': '10', 'cmi.core.exit': 'suspend' };
  expect(at12(middle, true, 80).success, 'the learner left in the middle').toBe('unknown');
});

test('a package that never says anything is completed when it ends itself', () => {
  expect(at12({ 'cmi.core.lesson_status': 'not attempted' }, true).completion).toBe('completed');
  expect(at12({ 'cmi.core.lesson_status': 'not attempted' }, false).completion).toBe('not_attempted');
  expect(at2004({ 'cmi.location': '3' }, true)).toMatchObject({ completion: 'completed', silent: true });
  expect(at2004({ 'cmi.location': '3' }, false).completion).toBe('incomplete');
});

test('silence means nothing after a status was set, or after something was lost', () => {
  expect(at2004({ 'cmi.completion_status': 'unknown' }, true)).toMatchObject({
    completion: 'incomplete',
    silent: false,
  });
  expect(at2004({ 'cmi.success_status': 'unknown' }, true).completion).toBe('incomplete');
  expect(at12({ 'cmi.core.lesson_status': 'browsed' }, true).completion).toBe('incomplete');
  for (const standard of ['1.2', '2004'] as const)
    expect(isRegistrationDone(readScoState(standard, item(), {}, { ended: true, lost: true }))).toBe(false);
});

test('a silent part that reports something later is judged by that', () => {
  const silent = at2004({ 'cmi.location': '3' }, true);
  expect(keepDone(silent, at2004({ 'cmi.success_status': 'failed' })).success).toBe('failed');
});

test('SCORM 2004: pass mark and completion threshold of the manifest take precedence', () => {
  const scored = { 'cmi.score.scaled': '0.7', 'cmi.success_status': 'passed', 'cmi.completion_status': 'completed' };
  expect(at2004(scored, true, { scaled_passing_score: 0.8 })).toMatchObject({ success: 'failed', score: 70 });
  const half = { 'cmi.progress_measure': '0.5', 'cmi.completion_status': 'completed' };
  expect(at2004(half, false, { completion_threshold: 0.9 })).toMatchObject({ completion: 'incomplete', progress: 50 });
});

test('scores are percents between the limits that the package names', () => {
  const raw = (value: string, min: string, max: string) =>
    at12({ 'cmi.core.score.raw': value, 'cmi.core.score.min': min, 'cmi.core.score.max': max }).score;
  expect(raw('15', '10', '20')).toBe(50);
  expect(raw('7', '', '10')).toBe(70);
  expect(raw('150', '', '')).toBe(100);
  expect(at2004({ 'cmi.score.scaled': '-0.5' }).score).toBe(0);
});

test('a done part stays done, and its score only rises', () => {
  const done = { ...untouchedSco, completion: 'completed', success: 'passed', score: 80, progress: 100 } as const;
  expect(keepDone(done, { ...done, success: 'failed', score: 20 })).toEqual(done);
  expect(keepDone(done, { ...done, score: 90 }).score).toBe(90);
});

test('the score of a step follows the policy of the course', () => {
  const scores = [40, null, 90, 65];
  expect(scoreByPolicy('highest', scores)).toBe(90);
  expect(scoreByPolicy('first', scores)).toBe(40);
  expect(scoreByPolicy('last', scores)).toBe(65);
  expect(scoreByPolicy('average', scores)).toBe(65);
  expect(scoreByPolicy('highest', [null])).toBeNull();
});

test('times of both standards', () => {
  expect(secondsOf('0001:02:03.50')).toBe(3723.5);
  expect(secondsOf('PT1H2M3S')).toBe(3723);
  expect(secondsOf('P1DT1S')).toBe(86_401);
  expect(secondsOf('soon')).toBeNull();
  expect(timeOf('1.2', 3723)).toBe('0001:02:03.00');
  expect(timeOf('2004', 3723)).toBe('PT1H2M3S');
});
