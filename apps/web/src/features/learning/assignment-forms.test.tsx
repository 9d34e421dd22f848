// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { USUAL_REMINDERS } from '@sergak/contract/learning/reminder.rules.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import picker from '../../../../../locales/ru/departments/picker.json' with { type: 'json' };
import library from '../../../../../locales/ru/library.json' with { type: 'json' };
import learning from '../../../../../locales/ru/learning.json' with { type: 'json' };
import scorm from '../../../../../locales/ru/scorm.json' with { type: 'json' };
import reports from '../../../../../locales/ru/reports.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { field, openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import AssignScreen from './assign-screen.tsx';
import AssignedScreen from './assigned-screen.tsx';
import CompletePeople from './complete-people.tsx';
import DefaultReminders from './default-reminders.tsx';
import EditAssignment from './edit-assignment.tsx';

addTexts('ru', 'learning', learning);
addTexts('ru', 'commons', commons);
addTexts('ru', 'tips', tips);
addTexts('ru', 'reports', reports);
addTexts('ru', 'scorm', scorm);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const row = {
  id: '1',
  kind: 'native',
  title: 'Пароли',
  image_path: null,
  status: 'active',
  source: 'manual',
  course: { id: 'c', title: 'Пароли', image_path: null },
  start_date: '2026-11-01',
  deadline: '2099-12-01',
  overdue: false,
  paused_at: null as string | null,
  progress: 40,
  progress_change: 0,
  learners_count: 2,
  completed_count: 0,
  created_at: '2026-11-01T00:00:00Z',
  completed_at: null,
  version: 3,
};
const detail = (more: object = {}) =>
  ({
    ...row,
    steps_total: 3,
    course_version: 1,
    created_by: null,
    campaign_id: null,
    reminders: USUAL_REMINDERS,
    completion_rule: null,
    ...more,
  }) as never;

test('the edit form changes the reminders of a native and of a SCORM course', async () => {
  for (const kind of ['native', 'scorm'] as const) {
    const sent = serve({ 'learning.update': detail(), 'learning.scorm-update': detail() });
    signIn(['admin.learning.assigned']);
    let closed = 0;
    const completion_rule = kind === 'scorm' ? { by: 'passed', score: null } : null;
    const { root } = await openPage(
      <EditAssignment one={detail({ kind, completion_rule })} onClose={() => (closed += 1)} />,
    );
    await until(() => expect(shownText()).toContain('В день срока'));
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input[role=switch]')];
    expect(boxes.map((one) => one.checked)).toEqual([true, true, true]);
    boxes[0]!.click();
    boxes[2]!.click();
    await press('Сохранить');
    await until(() => expect(closed).toBe(1));
    expect(sent(kind === 'scorm' ? 'learning.scorm-update' : 'learning.update')[0]!.body).toMatchObject({
      version: 3,
      reminders: { before_days: null, on_deadline: true, after_every: null },
      ...(completion_rule && { completion_rule }),
    });
    root.remove();
    document.body.innerHTML = '';
  }
});

test('a manual completion needs a reason, and grants a certificate only if asked', async () => {
  const sent = serve({ 'learning.complete-manually': { completed: 1 } });
  signIn(['admin.learning.assigned']);
  const selection = { all: false, ids: { include_ids: ['p'], exclude_ids: [] }, search: '' };
  let done = 0;
  await openPage(
    <CompletePeople one={detail()} count={1} selection={selection} onClose={() => {}} onDone={() => (done += 1)} />,
  );
  await until(() => expect(shownText()).toContain('Отметить курс пройденным у 1 человека?'));
  await until(() => expect(field('Причина').value).toBe(''));
  await expect(press('Отметить пройденным')).resolves.toBeUndefined();
  expect(sent('learning.complete-manually')).toEqual([]);
  await type('Причина', 'Прошёл семинар');
  await press('Отметить пройденным');
  await until(() => expect(done).toBe(1));
  expect(sent('learning.complete-manually')[0]!.body).toEqual({
    assigned_course_id: '1',
    selection,
    reason: 'Прошёл семинар',
    certificate: false,
  });
});

test('the list shows both kinds, paused courses, and the progress of the last seven days', async () => {
  const counts = { planned: 0, active: 2, completed: 0 };
  const paused = {
    ...row,
    id: '2',
    kind: 'scorm',
    title: 'Пакет',
    paused_at: '2026-11-20T00:00:00Z',
    progress_change: 12.5,
    audience: { people: [], departments: ['Склад', 'Без отдела'], departments_count: 7 },
  };
  const sent = serve({ 'learning.assignments': { data: [row, paused], total_count: 2, counts } });
  signIn(['admin.learning.assigned']);
  await openPage(<AssignedScreen />);
  await until(() => expect(shownText()).toContain('Пакет'));
  expect(shownText()).toContain('SCORM');
  expect(shownText()).toContain('Приостановлен');
  expect(shownText()).toMatch(/\+13\sп\.\sп\./);
  expect(shownText()).toContain('без изменений');
  expect(shownText()).toContain('Склад, Без отдела и ещё 5 отделов');
  expect(sent('learning.assignments')[0]!.body).toMatchObject({ kind: 'all', status: 'active' });
});

test('the default reminders are changed from the list of assigned courses', async () => {
  const sent = serve({
    'learning.default-reminders': { reminders: USUAL_REMINDERS, version: 0 },
    'learning.save-default-reminders': { reminders: USUAL_REMINDERS, version: 1 },
  });
  signIn(['admin.learning.assigned']);
  let closed = 0;
  await openPage(<DefaultReminders onClose={() => (closed += 1)} />);
  await until(() => expect(shownText()).toContain(learning.defaults.text));
  document.querySelectorAll<HTMLInputElement>('input[role=switch]')[1]!.click();
  await press('Сохранить');
  await until(() => expect(closed).toBe(1));
  expect(sent('learning.save-default-reminders')[0]!.body).toEqual({
    reminders: { ...USUAL_REMINDERS, on_deadline: false },
    version: 0,
  });
});

test('an assignment without a course or people says so at both, and sends nothing', async () => {
  addTexts('ru', 'library', library);
  addTexts('ru', 'departments__picker', picker);
  const sent = serve({});
  signIn(['admin.learning.assigned']);
  await openPage(<AssignScreen />);
  await until(() => expect(shownText()).toContain(learning.create.people_hint));
  await press(learning.summary.submit_none);
  await until(() => expect(shownText()).toContain(commons.blocked.course));
  expect(shownText()).toContain(commons.blocked.people);
  await until(() => expect(document.activeElement?.textContent).toBe(learning.create.choose));
  expect(sent('learning.bulk-assign')).toEqual([]);
});
