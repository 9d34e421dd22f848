// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usualAttributes, usualFilter } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectorySettings } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import words from '../../../locales/ru/directory_sync.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
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
  attributes: usualAttributes,
  department_from: 'none',
  department_attribute: 'department',
  group_roles: [],
  leavers: 'keep',
  sign_in: false,
  schedule: 'off',
  hour: 3,
  configured: true,
  has_password: true,
  read_at: null,
  failure: null,
  import_id: null,
  next_at: null,
  version: 4,
};
const person = {
  dn: 'cn=a',
  email: 'lola@zavod.example',
  last_name: 'Азимова',
  first_name: 'Лола',
  middle_name: '',
  position: 'Кассир',
  department: 'Касса',
  role: '',
};

beforeEach(() => addTexts('ru', 'directory_sync', words));
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the check is sent without a password that was not typed, and shows the first people', async () => {
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
  const sent = serve({
    'directory-sync.get': stored,
    'directory-sync.test': { ok: true, steps: [{ step: 'name', ok: true, code: 'ok', detail: '' }], people: [person] },
  });
  await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(words.form.password_keep));
  await press(words.form.test);
  await until(() => expect(shownText()).toContain('Азимова Лола'));
  expect(sent('directory-sync.test')[0]!.body).not.toHaveProperty('password');
  await type(words.form.host, 'other.example');
  expect(shownText()).toContain(words.form.password_gone);
  expect(shownText()).toContain(words.diagnosis.changed);
});

test('a failed check names its step, and a sync that waits says so', async () => {
  signIn(['admin.settings.adfs'], { role: 'system_admin' });
  serve({
    'directory-sync.get': {
      ...stored,
      failure: { step: 'filter', ok: false, code: 'leavers_many', detail: '40', at: '2026-11-20T08:00:00.000Z' },
    },
    'directory-sync.test': {
      ok: false,
      steps: [{ step: 'bind', ok: false, code: 'bind_refused', detail: '49' }],
      people: [],
    },
  });
  const page = await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(words.state.asks_title));
  await press(words.form.test);
  await until(() => expect(shownText()).toContain(words.code.bind_refused));
  expect(page.root.textContent).toContain(words.diagnosis.step.bind);
});

test('an operator sees the state without the settings', async () => {
  signIn(['admin.settings.adfs']);
  serve({ 'directory-sync.get': stored });
  await openPage(<Directory />);
  await until(() => expect(shownText()).toContain(words.kept.title));
  expect(shownText()).not.toContain(words.form.test);
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
