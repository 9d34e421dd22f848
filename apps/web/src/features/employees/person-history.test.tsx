// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import audit from '../../../../../locales/ru/audit.json' with { type: 'json' };
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/employees/employee.json' with { type: 'json' };
import statistics from '../../../../../locales/ru/statistics.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { PersonHistory } from './person-history.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const at = '2026-11-20T09:00:00Z';
const rows = [
  {
    kind: 'change',
    id: 'change:1',
    at,
    action: 'employee.note_changed',
    title: '',
    actor_name: 'Кадырова О.',
    changes: [],
  },
  { kind: 'change', id: 'change:2', at, action: 'tag.assigned', title: 'Руководители', actor_name: '', changes: [] },
  { kind: 'report', id: 'report:1', at, subject: 'Счёт', campaign: null },
  { kind: 'email', id: 'email:1', at, subject: 'Пароль', campaign: { id: ID, name: 'Весна' }, email_result: 4 },
  { kind: 'course', id: 'passed:1', at, event: 'passed', title: 'Фишинг', assignment_id: ID, score: 90 },
];
const kinds = rows.map(({ kind }) => ({ kind, count: 1 }));

beforeEach(() => {
  for (const [name, texts] of Object.entries({ audit, commons, employees__employee: words, statistics }))
    addTexts('ru', name, texts);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('every kind is told in words, and one kind can be shown alone', async () => {
  const sent = serve({ 'person-history.list': { data: rows, total_count: 5, kinds } });
  signIn(['admin.staff.employees']);
  await openPage(
    <Suspense>
      <PersonHistory id={ID} />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain('Весна'));
  for (const text of [
    audit.action.employee.note_changed,
    'Руководители',
    words.history.suspicious,
    words.history.email.replace('{{subject}}', 'Пароль'),
    words.history.course.passed.replace('{{course}}', 'Фишинг'),
    statistics.result['4'],
  ])
    expect(shownText()).toContain(text);
  await press(`${words.history.kind.email} 1`);
  await until(() => expect(sent('person-history.list').at(-1)!.body).toMatchObject({ kind: 'email' }));
});
