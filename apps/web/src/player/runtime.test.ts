import type { PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import type { ScormItem } from '@sergak/contract/scorm/scorm.schema.ts';
import { expect, test } from 'vitest';
import { createRuntime12 } from './runtime-12.ts';
import { createRuntime2004 } from './runtime-2004.ts';
import type { Runtime } from './runtime.ts';

const item: ScormItem = {
  id: 'sco',
  title: 'SCO',
  visible: true,
  launch: 'index.html',
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
};
const state: PlayerState = {
  manifest: { standard: '1.2', edition: '', title: '', organization: 'o', items: [item], sequencing: null },
  package_id: '',
  mode: 'normal',
  rule: { by: 'completed', score: null },
  pages: [],
  learner: { id: 'learner', name: 'Learner', language: 'en' },
  current_sco: '',
  sequencing: null,
  scos: {},
  portal: '',
  texts: { contents: '', previous: '', next: '', done: '', failed: '', begun: '', end: '', open: '' },
};
const none = (): void => undefined;
const events = { changed: none, commit: none, ended: none };
type Api = Record<string, (...parameters: string[]) => string>;

const open12 = (): { runtime: Runtime; api: Api } => {
  const runtime = createRuntime12(events);
  runtime.open(item, {}, state);
  return { runtime, api: (globalThis as unknown as { API: Api }).API };
};
const open2004 = (stored = {}): { runtime: Runtime; api: Api } => {
  const runtime = createRuntime2004(events, { ...state, manifest: { ...state.manifest, standard: '2004' } });
  runtime.open(item, stored, state);
  return { runtime, api: (globalThis as unknown as { API_1484_11: Api }).API_1484_11 };
};

test('SCORM 1.2: nothing can be set before the session begins or after it has ended', () => {
  const { runtime, api } = open12();
  const set = (value: string) => [api['LMSSetValue']!('cmi.core.lesson_status', value), api['LMSGetLastError']!()];
  expect(set('completed')).toEqual(['false', '301']);
  expect(api['LMSInitialize']!('')).toBe('true');
  expect(set('completed')).toEqual(['true', '0']);
  expect(api['LMSFinish']!('')).toBe('true');
  expect(api['LMSFinish']!('')).toBe('false');
  expect(set('incomplete')).toEqual(['false', '301']);
  expect(api['LMSInitialize']!('')).toBe('false');
  expect(set('failed')).toEqual(['false', '301']);
  expect(runtime.snapshot()['cmi.core.lesson_status']).toBe('completed');
});

test('only a status that the SCO set itself is stored', () => {
  const old = open12();
  old.api['LMSInitialize']!('');
  old.api['LMSFinish']!('');
  expect(old.runtime.snapshot()).not.toHaveProperty(['cmi.core.lesson_status']);
  const silent = open2004();
  silent.api['Initialize']!('');
  silent.api['SetValue']!('cmi.location', '3');
  silent.api['Terminate']!('');
  expect(silent.runtime.snapshot()).not.toHaveProperty(['cmi.completion_status']);
  expect(silent.runtime.snapshot()).toMatchObject({ 'cmi.location': '3' });
  const said = open2004();
  said.api['Initialize']!('');
  said.api['SetValue']!('cmi.success_status', 'unknown');
  expect(said.runtime.snapshot()).toMatchObject({ 'cmi.success_status': 'unknown' });
});

test('half of an emoji and NUL are replaced, so that the rest of the state can be stored', () => {
  const { runtime, api } = open2004();
  api['Initialize']!('');
  api['SetValue']!('cmi.interactions.0.id', 'q1');
  api['SetValue']!('cmi.interactions.0.type', 'other');
  api['SetValue']!('cmi.interactions.0.description', 'пароль 😀'.slice(0, 8));
  api['SetValue']!('cmi.suspend_data', 'a\0b');
  expect(runtime.snapshot()).toMatchObject({
    'cmi.interactions.0.description': 'пароль \uFFFD',
    'cmi.suspend_data': 'a\uFFFDb',
  });
});
