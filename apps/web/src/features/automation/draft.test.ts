import { expect, test } from 'vitest';
import type { TagAction } from '@sergak/contract/automation/automation.schema.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { clampLinkDays, clampPeriod, clampRisk, numberTyped, typeChoices } from './choices.ts';
import { foreignChanges, mergeOntoStored } from './conflict.ts';
import {
  addLine,
  changeBounds,
  changeCount,
  changeLife,
  changeLine,
  changeType,
  actionDraft,
  dropLine,
  lineOf,
  markOf,
  missing,
  newLine,
  removedLines,
  sheetOf,
} from './draft.ts';
import { actionSave } from './plan.ts';

const tag: Tag = {
  id: 'tag',
  title: 'Новый сотрудник',
  type: 'newbie',
  color: '#3dbc87',
  is_active: true,
  is_system: true,
  life_days: 30,
  min_risk_level: 0,
  max_risk_level: 10,
  course_ids: [],
  cmi_course_ids: [],
  messages: [],
  actions_count: 0,
  steps: [],
  employees_count: 12,
  version: 4,
};
const action = (id: string, type: TagAction['type'], changes: Partial<TagAction> = {}): TagAction => ({
  id,
  tag_id: 'tag',
  type,
  theme: '',
  text: '',
  courses: [],
  phishing_templates: [],
  defer_by: 0,
  registration_link_days: null,
  registration_link_time: null,
  period: null,
  phishing_templates_campaign_id: null,
  for_members: 'all',
  created_at: '2026-11-01T05:00:00Z',
  version: 1,
  ...changes,
});
const course = (id: string) => ({ id, title: `Курс ${id}`, archived: false });
const mail = (id: string) => ({ id, name: `Письмо ${id}`, template_name: `Шаблон ${id}` });
const email = action('letter', 'letter', { theme: 'Привет', text: 'Добро пожаловать.', defer_by: 1, version: 3 });
const courses = action('courses', 'course', { courses: [course('a'), course('b')], period: 14, version: 2 });
const phishing = action('phishing', 'phishing', { phishing_templates: [mail('x')], defer_by: 14, version: 7 });
const stored = sheetOf(tag, [email, courses, phishing]);
const start = actionDraft(stored);
const nothing = { removed: [], actions: [] };

test('an untouched tag has nothing to save; surrounding blanks and the order of a choice are not changes', () => {
  expect(changeCount(start)).toBe(0);
  expect(actionSave(start)).toEqual(nothing);
  const same = changeLine(changeLine(start, 'letter', { theme: ' Привет ' }), 'courses', {
    courses: [course('b'), course('a')],
  });
  expect(changeCount(same)).toBe(0);
  expect(actionSave(same)).toEqual(nothing);
});

test('only changes are sent, with the version in which they were read', () => {
  const draft = changeLine(start, 'letter', { text: 'Здравствуйте. ' });
  expect(changeCount(draft)).toBe(1);
  expect(markOf(draft, draft.mine.lines[0]!)).toBe('changed');
  expect(markOf(draft, draft.mine.lines[1]!)).toBeNull();
  const saved = { defer_by: 1, for_members: 'all' };
  expect(actionSave(draft)).toEqual({
    removed: [],
    actions: [{ type: 'letter', id: 'letter', version: 3, theme: 'Привет', text: 'Здравствуйте.', ...saved }],
  });
  expect(actionSave(changeLine(start, 'phishing', { emails: [mail('x'), mail('y')] })).actions).toEqual([
    { type: 'phishing', id: 'phishing', version: 7, templates_ids: ['x', 'y'], ...saved, defer_by: 14 },
  ]);
  expect(actionSave(changeLine(start, 'courses', { defer_by: 2 })).actions).toEqual([
    { type: 'course', id: 'courses', version: 2, course_ids: ['a', 'b'], period: 14, ...saved, defer_by: 2 },
  ]);
  expect(actionSave(dropLine(start, 'phishing'))).toEqual({ removed: [{ id: 'phishing', version: 7 }], actions: [] });
});

test('a line without a type is empty and is not stored; a new line reports its missing fields', () => {
  const empty = addLine(start, 'new');
  expect(changeCount(empty)).toBe(0);
  expect(actionSave(empty)).toEqual(nothing);
  const link = changeType(empty, 'new', 'registration_link');
  const line = link.mine.lines.at(-1)!;
  expect(markOf(link, line)).toBe('new');
  expect(missing(line)).toEqual(['theme', 'text']);
  expect(missing({ ...line, type: 'course' })).toEqual(['courses']);
  expect(missing({ ...line, type: 'phishing' })).toEqual(['emails']);
  expect(missing(newLine('x'))).toEqual([]);
  const filled = changeLine(link, 'new', { theme: 'Вход', text: 'Да', link_days: 3, for_members: 'new' });
  expect(actionSave(filled).actions).toEqual([
    {
      type: 'registration_link',
      id: null,
      theme: 'Вход',
      text: 'Да',
      defer_by: 0,
      for_members: 'new',
      registration_link_days: 3,
      registration_link_time: '10:00',
    },
  ]);
});

test('another type removes the old action and adds a new one; switching back to the old type is not a change', () => {
  const draft = changeLine(changeType(start, 'courses', 'letter'), 'courses', { theme: 'Вместо', text: 'курса' });
  expect(removedLines(draft).map((line) => line.id)).toEqual(['courses']);
  expect(actionSave(draft)).toMatchObject({ removed: [{ id: 'courses' }], actions: [{ type: 'letter', id: null }] });
  const back = changeType(draft, 'courses', 'course');
  expect(changeCount(back)).toBe(0);
});

test('rules are saved with the version of the tag, and delays that a shorter life resets are not sent', () => {
  const draft = changeLife(start, 10);
  expect(draft.mine.lines.map((line) => line.defer_by)).toEqual([1, 0, 0]);
  expect(actionSave(draft)).toEqual({ version: 4, life_days: 10, ...nothing });
  expect(actionSave(changeLine(draft, 'phishing', { defer_by: 9 }))).toMatchObject({
    life_days: 10,
    actions: [{ id: 'phishing', version: 7, defer_by: 9 }],
  });
  expect(actionSave(changeBounds(start, { min_risk_level: 5, max_risk_level: 9 }))).toEqual({
    version: 4,
    risk_bounds: { min_risk_level: 5, max_risk_level: 9 },
    ...nothing,
  });
});

test('changes of other people are reported, and my changes are applied on top of them', () => {
  const now = sheetOf({ ...tag, life_days: 20, version: 5 }, [
    { ...email, theme: 'Чужая тема', version: 4 },
    { ...courses, period: 60, version: 3 },
    action('theirs', 'letter', { theme: 'Их письмо', text: '…' }),
  ]);
  expect(foreignChanges(stored, now).map((one) => [one.kind, 'line' in one ? one.line.id : ''])).toEqual([
    ['rules', ''],
    ['changed', 'letter'],
    ['changed', 'courses'],
    ['added', 'theirs'],
    ['removed', 'phishing'],
  ]);
  const mine = changeLine(changeLine(start, 'letter', { text: 'Моё' }), 'phishing', { defer_by: 2 });
  const merged = mergeOntoStored(mine, now);
  expect(merged.mine.rules.life_days).toBe(20);
  expect(merged.mine.lines.map((line) => [line.id, line.version])).toEqual([
    ['letter', 4],
    ['courses', 3],
    [null, 0],
    ['theirs', 1],
  ]);
  expect(actionSave(merged).actions?.map((one) => [one.type, one.id])).toEqual([
    ['letter', 'letter'],
    ['phishing', null],
  ]);
  expect(foreignChanges(stored, stored)).toEqual([]);
});

test('a tag has at most one course and one phishing action: a used type is offered only to its own line', () => {
  const lines = [lineOf(courses), lineOf(email), newLine('new')];
  const of = (line: (typeof lines)[number]) =>
    Object.fromEntries(typeChoices(tag, lines, line).map((one) => [one.type, one.taken]));
  expect(of(lines[2]!)).toEqual({ none: false, course: true, letter: false, phishing: false });
  expect(of(lines[0]!).course).toBe(false);
  expect(typeChoices({ type: 'not_registered', is_system: true }, [], lines[2]!).map((one) => one.type)).toContain(
    'registration_link',
  );
  expect(typeChoices({ type: 'arbitrary', is_system: true }, [], lines[2]!).map((one) => one.type)).not.toContain(
    'phishing',
  );
});

test.each([
  ['12', 12],
  ['', 7],
  ['abc', 7],
  ['-5', 7],
  ['1e2', 7],
  ['0', 1],
  ['999', 365],
])('days of a link typed as %j mean %d', (typed, days) => {
  expect(numberTyped(typed, 7, clampLinkDays)).toBe(days);
});
test('other numbers are clamped too', () => {
  expect([numberTyped('11', 4, clampRisk), numberTyped('x', 4, clampRisk), clampPeriod(0)]).toEqual([10, 4, 1]);
});
