import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import { filterOfQuery } from '@sergak/contract/employees/people-selection.wire.ts';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { emptyDraft, fieldOfCheck, missingIn, openedDraft, stepDone, toFilteredForm } from './draft.ts';

const id = (n: number) => `0b2ad0de-0000-4000-8000-00000000000${n}`;

test('people of the employee list are sent as their filter and as ticked or excluded rows', () => {
  const filter = { ...emptyFilter, departments: [id(1)], role: ['operator' as const], riskLevelMin: 4 };
  const selection = { all: true, ids: { include_ids: [], exclude_ids: [id(2)] }, filter };
  const draft = { ...emptyDraft(), name: 'Проверка', templates: [id(3)], targetType: 'selection' as const, selection };
  const sent = toFilteredForm(draft) as Record<string, unknown>;
  const call = endpoints['campaigns.create-filtered'];
  expect(filterOfQuery(call.body.parse(sent))).toEqual(filter);
  expect(call.body.parse(sent)).toMatchObject({
    name: 'Проверка',
    need_all: true,
    exclude_ids: [id(2)],
    include_ids: [],
  });
});

test('a step names its missing fields, and is done when none is missing', () => {
  const draft = emptyDraft();
  expect(missingIn('whom', draft)).toEqual(['name', 'people']);
  expect(missingIn('emails', draft)).toEqual(['emails']);
  expect(missingIn('when', { ...draft, isDelay: true, dateType: 'custom' })).toEqual(['start', 'end']);
  expect(missingIn('after', { ...draft, hasAutoCourse: true, hasMessage: true, hasPost: true })).toEqual([
    'course',
    'message',
    'post',
  ]);
  expect(stepDone('whom', { ...draft, name: 'Проверка', targetType: 'all' })).toBe(true);
  expect(stepDone('check', draft)).toBe(false);
});

test('people chosen in the employee list stay chosen with an earlier draft and after the draft is discarded', () => {
  const selection = { all: false, ids: { include_ids: [id(1)], exclude_ids: [] }, filter: emptyFilter };
  const chosen = { targetType: 'selection', selection };
  expect(openedDraft({ name: 'Вчера', targetType: 'all' }, selection)).toMatchObject({ name: 'Вчера', ...chosen });
  expect(openedDraft(null, selection)).toEqual({ ...emptyDraft(), ...chosen });
  expect(openedDraft({ name: 'Вчера' }, null)).toEqual({ ...emptyDraft(), name: 'Вчера' });
});

test('emails are sent in working hours by default', () => {
  expect(emptyDraft().emailSendType).toBe('to_end');
});

test('a check leads to its field, if this form has the field', () => {
  const field = (code: string, reason: string, details = {}) => fieldOfCheck({ code, reason, details } as never);
  expect(field('recipients', 'none')).toBe('people');
  expect(field('dates', 'start_missing')).toBe('start');
  expect(field('dates', 'sending_after_end')).toBe('sending');
  expect(field('dates', 'end_before_start')).toBe('end');
  expect(field('senders', 'foreign')).toBe('emails');
  expect(field('emails', 'none', { post: true })).toBe('post');
  expect(field('licence', 'expired')).toBeNull();
});
