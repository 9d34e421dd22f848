// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/employees.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import translation from '../../../../../locales/ru/translation.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { isBlocked } from '../../shared/ui/testing.tsx';
import {
  button,
  field,
  openPage,
  press,
  errorResponse,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import EmployeeModal from './employee-modal.tsx';

const person = {
  id: 'p',
  last_name: 'Алиева',
  first_name: 'Анна',
  middle_name: '',
  full_name: 'Алиева Анна',
  email: 'anna@acme.test',
  position: 'Бухгалтер',
  department: { id: 'd', title: 'Финансы' },
  role: 'employee',
  tags: [],
  version: 3,
} as unknown as EmployeeRow;

let closed = 0;
const open = async (edited: EmployeeRow | null) => {
  const drawn = await openPage(
    <Suspense>
      <EmployeeModal person={edited} onClose={() => void (closed += 1)} />
    </Suspense>,
  );
  await until(() => expect(field(words.field.last_name)).toBeDefined());
  return drawn;
};

beforeEach(() => {
  closed = 0;
  for (const [name, texts] of Object.entries({ employees: words, commons, tips, global_errors: errors }))
    addTexts('ru', name, texts);
  signIn([]);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a save sends the changed fields with the version that was read, and closes', async () => {
  const sent = serve({ 'employees.save': person });
  await open(person);
  await type(words.field.position, 'Главный бухгалтер');
  await press(commons.save);
  await until(() => expect(closed).toBe(1));
  expect(sent('employees.save')[0]!.body).toEqual({
    version: 3,
    position: 'Главный бухгалтер',
    tags_added: [],
    tags_removed: [],
  });
});

test('the server’s message is shown under the form, whatever the details say', async () => {
  serve({
    'employees.save': () =>
      Response.json({ status: 409, message: 'Так сохранить нельзя', details: 'подробно' }, { status: 409 }),
  });
  await open(person);
  await type(words.field.position, 'Главный бухгалтер');
  await press(commons.save);
  await until(() => expect(shownText()).toContain('Так сохранить нельзя'));
  expect(shownText()).not.toContain('подробно');
});

test('a missing name and a long position have their own sentences', async () => {
  addTexts('ru', 'translation', translation);
  serve({});
  await open(person);
  await type(words.field.last_name, '');
  await type(words.field.first_name, ' ');
  await type(words.field.position, 'я'.repeat(256));
  for (const text of [translation.errors.surname_req, translation.errors.name_req])
    await until(() => expect(shownText()).toContain(text));
  await until(() => expect(shownText()).toContain('не\u00a0больше 255 знаков'));
});

test('an address that the server would reject cannot be saved', async () => {
  serve({});
  await open(person);
  await type(words.field.email, 'anna@acme');
  await until(() => expect(shownText()).toContain(commons.field.email));
  expect(isBlocked(button(commons.save))).toBe(true);
  await type(words.field.email, 'anna.lee@acme.test');
  await until(() => expect(isBlocked(button(commons.save))).toBe(false));
});

const theirs = { ...person, position: 'Аудитор', first_name: 'Анора', version: 4 };
const stale = () =>
  errorResponse(409, 'common.stale_version', {
    current: theirs,
    changes: [{ field: 'position', by: 'Каримов Бек', at: '2026-11-22T10:00:00Z', file: null, sync: false }],
  });
const conflict = async () => {
  let answer: Response = stale();
  const sent = serve({ 'employees.save': () => answer });
  const drawn = await open(person);
  await type(words.field.position, 'Главный бухгалтер');
  await press(commons.save);
  await until(() => expect(shownText()).toContain(words.stale.title));
  answer = Response.json(theirs);
  return { ...drawn, sent };
};

test('a change by another person is shown field by field, and nothing is saved meanwhile', async () => {
  const { sent } = await conflict();
  for (const text of ['Аудитор', 'Анора', 'Каримов Бек']) expect(shownText()).toContain(text);
  expect(isBlocked(button(commons.save))).toBe(true);
  expect(sent('employees.save')).toHaveLength(1);
  expect(closed).toBe(0);
});

test('taking over their changes puts them into the form, in place of mine', async () => {
  const { sent } = await conflict();
  await press(commons.stale.take);
  expect(field(words.field.position).value).toBe('Аудитор');
  expect(field(words.field.first_name).value).toBe('Анора');
  await type(words.field.position, 'Старший аудитор');
  await press(commons.save);
  await until(() => expect(closed).toBe(1));
  expect(sent('employees.save')[1]!.body).toMatchObject({ version: 4, position: 'Старший аудитор' });
  expect(sent('employees.save')[1]!.body).not.toHaveProperty('first_name');
});

test('overwriting sends only my field on top of their version', async () => {
  const { sent } = await conflict();
  await press(commons.stale.overwrite);
  await until(() => expect(closed).toBe(1));
  expect(sent('employees.save')[1]!.body).toEqual({
    version: 4,
    position: 'Главный бухгалтер',
    tags_added: [],
    tags_removed: [],
  });
});

test('an address of a removed person asks first; adding anyway sends `as_new`', async () => {
  const former = {
    id: 'f',
    full_name: 'Алиева Анна',
    position: '',
    department: 'Финансы',
    removed_at: '2026-11-20T10:00:00Z',
    removed_by: '',
  };
  let answer: Response = errorResponse(409, 'employee.was_removed', former);
  const sent = serve({ 'employees.add': () => answer });
  await open(null);
  await type(words.field.last_name, 'Алиева');
  await type(words.field.first_name, 'Анна');
  await type(words.field.email, 'anna@acme.test');
  await press(words.form.add_action);
  await until(() => expect(button(words.was_removed.add)).toBeDefined());
  expect(sent('employees.add')[0]!.body).not.toHaveProperty('as_new');
  answer = Response.json(person);
  await press(words.was_removed.add);
  await until(() => expect(closed).toBe(1));
  expect(sent('employees.add')[1]!.body).toMatchObject({ email: 'anna@acme.test', as_new: true });
});
