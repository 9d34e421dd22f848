// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usualDirectoryAttributes, usualFilter } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectorySettings } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import connection from '../../../../../locales/ru/connection.json' with { type: 'json' };
import words from '../../../../../locales/ru/directory_sync.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import {
  errorResponse,
  openPage,
  press,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import Directory from './directory.tsx';

const stored: DirectorySettings = {
  host: 'dc.zavod.example',
  port: 636,
  security: 'ldaps',
  plain_allowed: false,
  ca: '',
  bind_dn: 'cn=reader,dc=zavod,dc=example',
  base_dn: 'ou=people,dc=zavod,dc=example',
  filter: usualFilter,
  attributes: usualDirectoryAttributes,
  department_from: 'none',
  department_attribute: 'department',
  group_roles: [],
  key_attribute: '',
  leavers: 'keep',
  sign_in: false,
  schedule: 'off',
  hour: 3,
  configured: true,
  password_state: 'set',
  read_at: null,
  failure: null,
  import_id: null,
  next_at: null,
  version: 4,
};
const person = {
  dn: 'cn=a',
  key: 'entryuuid:1',
  email: 'lola@zavod.example',
  last_name: 'Азимова',
  first_name: 'Лола',
  middle_name: '',
  position: 'Кассир',
  department: 'Касса',
  role: '',
};

const leaver = {
  id: '0193b5a0-0000-7000-8000-000000000002',
  full_name: 'Юсупов Алишер',
  email: 'a@zavod.example',
  position: '',
  department: '',
};

beforeEach(() => {
  addTexts('ru', 'directory_sync', words);
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'connection', connection);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the check is sent without a password that was not typed, and shows the first people', async () => {
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
  const sent = serve({
    'directory-sync.get': stored,
    'directory-sync.test': {
      ok: true,
      steps: [{ step: 'name', ok: true, code: 'ok', detail: '' }],
      people: [person],
      missing_groups: ['cn=boss,dc=zavod'],
    },
  });
  await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(connection.password.keep));
  await press(connection.test);
  await until(() => expect(shownText()).toContain('Азимова Лола'));
  expect(sent('directory-sync.test')[0]!.body).not.toHaveProperty('password');
  expect(shownText()).not.toContain(words.diagnosis.no_key);
  expect(shownText()).toContain('cn=boss,dc=zavod');
  await type(words.form.host, 'other.example');
  expect(shownText()).toContain(connection.password.gone);
  expect(shownText()).toContain(connection.diagnosis.changed);
});

test('a failed check names its step, and a sync that waits says so', async () => {
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
  serve({
    'directory-sync.get': {
      ...stored,
      failure: { step: 'filter', ok: false, code: 'leavers_many', detail: '40', at: '2026-11-20T08:00:00.000Z' },
      import_id: '0193b5a0-0000-7000-8000-000000000001',
    },
    'imports.leavers': { data: [{ ...leaver, full_name: 'Азимова Лола' }, leaver], total_count: 40 },
    'directory-sync.test': {
      ok: false,
      steps: [{ step: 'bind', ok: false, code: 'bind_rejected', detail: '49' }],
      people: [],
      missing_groups: [],
    },
  });
  const page = await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(words.state.asks_title));
  await until(() => expect(shownText()).toContain('Азимова Лола, Юсупов Алишер и ещё 38'));
  await press(connection.test);
  await until(() => expect(shownText()).toContain(words.code.bind_rejected));
  expect(page.root.textContent).toContain(connection.step.bind);
});

test('an operator sees the state without the settings', async () => {
  signIn(['admin.settings.adfs']);
  serve({ 'directory-sync.get': stored });
  await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(words.kept.title));
  expect(shownText()).not.toContain(connection.test);
});

test('without encryption, sign-in gives its reason, and the password of the account needs a consent', async () => {
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
  serve({ 'directory-sync.get': { ...stored, port: 389, security: 'none' as const, host: '127.0.0.1' } });
  const page = await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(words.form.sign_in_plain));
  expect(page.root.querySelector<HTMLInputElement>('[name=sign_in]')!.disabled).toBe(true);
  expect(shownText()).not.toContain(words.form.plain_allowed);
  await type(words.form.host, 'dc.zavod.example');
  expect(shownText()).toContain(words.form.plain_allowed);
});

test('a directory with whose passwords people sign in is saved after a proof of identity, any other at once', async () => {
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
  const sent = serve({
    'directory-sync.get': stored,
    'session.proof': { needs: 'password' },
    'directory-sync.save': ({ body }: { body: { sign_in: boolean } }) => ({ ...stored, ...body, version: 5 }),
  });
  const page = await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(connection.password.keep));
  await type(words.form.host, 'other.example');
  await press(commons.save);
  await until(() => expect(sent('directory-sync.save')).toHaveLength(1));
  expect(sent('directory-sync.save')[0]!.body).not.toHaveProperty('own_password');
  await act(async () => page.root.querySelector<HTMLInputElement>('[name=sign_in]')!.click());
  await press(commons.save);
  await until(() => expect(shownText()).toContain(words.ask.text));
  expect(sent('directory-sync.save')).toHaveLength(1);
  await until(() => expect(shownText()).toContain(commons.proof.password));
  await type(commons.proof.password, 'Тихая гавань 7');
  await press(words.ask.action);
  await until(() => expect(sent('directory-sync.save')).toHaveLength(2));
  expect(sent('directory-sync.save')[1]!.body).toMatchObject({ sign_in: true, own_password: 'Тихая гавань 7' });
});

test('a directory is removed after a proof of identity; a wrong password is named in the dialog', async () => {
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
  const sent = serve({
    'directory-sync.get': stored,
    'session.proof': { needs: 'password' },
    'directory-sync.remove': errorResponse(422, 'session.wrong_credentials'),
  });
  await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(words.state.remove));
  await press(words.state.remove);
  await until(() => expect(shownText()).toContain(commons.proof.password));
  await type(commons.proof.password, 'не тот');
  await press(words.state.remove); // the button of the dialog
  await until(() => expect(shownText()).toContain(commons.proof.wrong));
  expect(sent('directory-sync.remove')[0]!.body).toEqual({ own_password: 'не тот' });
});
