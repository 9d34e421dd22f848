import { expect, test } from 'vitest';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { changedBy, differingSettings, editDraft, fieldsIn, withParts } from './edit.ts';
import { emptyDraft, toForm } from './draft.ts';

const base = {
  ...emptyDraft(),
  name: 'Осень',
  isDelay: true,
  dateDelay: '2026-12-01T09:00:00.000Z',
  hasAutoCourse: true,
  course: 'a',
  courseTitle: 'Пароли',
};

test('a stored campaign becomes its original form, without fields that the form does not have', () => {
  const settings = { ...toForm(base), after: { campaign_id: 'x', reach: 'opened' } };
  const draft = editDraft({ settings, course: { id: 'a', title: 'Пароли' } } as unknown as Campaign);
  expect(draft).toEqual(base);
});

test('fields that are switched off, surrounding spaces and other notations of an instant are not differences', () => {
  const same = { ...base, name: ' Осень ', dateDelay: '2026-12-01T14:00:00+05:00', theme: 'x', redirect_page: 'p' };
  expect(differingSettings(base, same)).toEqual([]);
  expect(differingSettings(base, { ...base, isDelay: false, period: 7 })).toEqual(['start', 'course']);
  expect(differingSettings(base, { ...base, emailSendType: 'at_once' })).toEqual(['sending']);
});

test('only fields of the named parts are sent, and the title of a course is sent with the course', () => {
  const other = { ...base, period: 7, course: 'b', courseTitle: 'Почта', name: 'Зима' };
  expect(fieldsIn(other, ['course'])).toEqual({
    hasAutoCourse: true,
    course: 'b',
    targetsAutoCourse: 'opened',
    period: 7,
    reminders: null,
  });
  expect(withParts(base, other, ['course'])).toEqual({ ...other, name: 'Осень' });
});

test('the last person who changed a part is named', () => {
  const line = (field: string, by: string, day: number) => ({ field, by, at: `2026-11-0${day}T00:00:00Z` });
  const changes = [line('course', 'A', 1), line('period', 'B', 3), line('name', 'C', 4)];
  expect(changedBy({ current: {} as Campaign, changes }, 'course')?.by).toBe('B');
  expect(changedBy({ current: {} as Campaign, changes }, 'end')).toBeUndefined();
});
