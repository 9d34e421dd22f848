// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayerMessage } from '@sergak/contract/scorm/runtime.schema.ts';
import words from '../../../../../locales/ru/learning/scorm.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import ScormScreen from './scorm-screen.tsx';

const ORIGIN = 'https://content.test';
const step = (state: string, best_score: number | null = null, registration_id: string | null = null) => ({
  id: 's',
  kind: 'scorm',
  module_id: null,
  title: 'Опасные письма',
  state,
  best_score,
  registration_id,
});
const course = (of: object, status = 'active') => ({
  assigned_course_id: 'a',
  title: 'Курс',
  status,
  sections: [{ id: 'x', title: '', order_id: 0, themes: [{ id: 't', title: '', order_id: 0, steps: [of] }] }],
});
let launches = 0;
const launched =
  (mode = 'normal') =>
  () => ({
    url: `${ORIGIN}/r/${++launches}/player`,
    mode,
    title: 'Опасные письма',
    number: 1,
    completion: 'incomplete',
    success: 'unknown',
    score: null,
    progress: 25,
  });
const frame = () => document.querySelector('iframe');
/** Sends a message as the player in the frame does. */
const tell = (message: Omit<Extract<PlayerMessage, { kind: 'save' }>, 'sergak'>, more: object = {}): Promise<void> =>
  act(async () => {
    const source = frame()!.contentWindow;
    const data = { sergak: 'scorm', ...message };
    dispatchEvent(Object.assign(new Event('message'), { data, origin: ORIGIN, source, ...more }));
  });
const open = async (answers: Parameters<typeof serve>[0]) => {
  const sent = serve(answers);
  signIn(['user.learning']);
  const path = '/lk/user/learning/courses/scorm/$course_id';
  const page = await openPage(<ScormScreen />, '/lk/user/learning/courses/scorm/a', path);
  return { sent, ...page };
};

beforeEach(() => {
  launches = 0;
  addTexts('ru', 'learning__scorm', words);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the player opens in a sandboxed frame and shows whether the work is saved', async () => {
  await open({ 'learner.course': course(step('open')), 'scorm.launch': launched() });
  await until(() => expect(frame()?.getAttribute('src')).toBe(`${ORIGIN}/r/1/player`));
  expect(frame()!.getAttribute('sandbox')).not.toContain('top-navigation');
  const sign = () => document.querySelector('[role=status]')!;
  expect(sign().textContent).toBe(words.save.saved);
  await tell({ kind: 'save', state: 'saving' });
  expect(sign().textContent).toBe(words.save.saving);
  await tell({ kind: 'save', state: 'offline' });
  expect(sign().textContent).toBe(words.save.offline);
  expect((sign() as HTMLElement).dataset['state']).toBe('rejected');
  await tell({ kind: 'save', state: 'rejected' });
  expect(sign().textContent).toBe(words.save.rejected);
  await tell({ kind: 'save', state: 'saved' });
  expect(sign().textContent).toBe(words.save.saved);
});

test('messages of other origins and other frames are ignored', async () => {
  await open({ 'learner.course': course(step('open')), 'scorm.launch': launched() });
  await until(() => expect(frame()).not.toBeNull());
  await tell({ kind: 'save', state: 'superseded' }, { origin: 'https://elsewhere.test' });
  await tell({ kind: 'save', state: 'superseded' }, { source: window });
  expect(shownText()).toContain(words.save.saved);
});

test.each(['superseded', 'ended'] as const)('a player that is %s is closed and can be opened here', async (state) => {
  const { sent } = await open({ 'learner.course': course(step('open')), 'scorm.launch': launched() });
  await until(() => expect(frame()).not.toBeNull());
  await tell({ kind: 'save', state });
  expect(frame()).toBeNull();
  expect(document.querySelector('[role=alert]')!.textContent).toContain(words.over[state].hint);
  await press(words.here);
  await until(() => expect(frame()?.getAttribute('src')).toBe(`${ORIGIN}/r/2/player`));
  expect(sent('scorm.launch').map((one) => one.body)).toEqual([
    { assigned_course_id: 'a', step_id: 's', new_attempt: false },
    { assigned_course_id: 'a', step_id: 's', new_attempt: false },
  ]);
});

test('a finished package waits for a choice: look at it, or take it again', async () => {
  const { sent } = await open({ 'learner.course': course(step('done', 90)), 'scorm.launch': launched() });
  await until(() => expect(shownText()).toContain('90'));
  expect(sent('scorm.launch')).toEqual([]);
  await press(words.again);
  await until(() => expect(frame()).not.toBeNull());
  expect(sent('scorm.launch')[0]!.body).toMatchObject({ new_attempt: true });
});

test('the result of a finished package is ordered as a PDF', async () => {
  const { sent } = await open({
    'learner.course': course(step('done', 90, 'r')),
    'reports.make-own-scorm-attempt': { id: 'report', status: 'in_progress' },
  });
  await press(words.download);
  await until(() => expect(sent('reports.make-own-scorm-attempt').map((one) => one.path)).toHaveLength(1));
  expect(sent('reports.make-own-scorm-attempt')[0]!.path).toContain('/r/');
});

test('a review says that nothing changes and shows no sign of saving', async () => {
  await open({ 'learner.course': course(step('done'), 'completed'), 'scorm.launch': launched('review') });
  await until(() => expect(shownText()).toContain(words.look));
  expect(shownText()).not.toContain(words.again);
  expect(shownText()).not.toContain(words.download);
  await press(words.look);
  await until(() => expect(shownText()).toContain(words.review));
  expect(document.querySelector('[role=status]')).toBeNull();
});
