// @vitest-environment happy-dom
import { Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { usualSsoAttributes } from '@sergak/contract/sso/sso.rules.ts';
import type { SsoSettings } from '@sergak/contract/sso/sso.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import connection from '../../../../../locales/ru/connection.json' with { type: 'json' };
import words from '../../../../../locales/ru/sso.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import translation from '../../../../../locales/ru/translation.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import {
  buttons,
  errorResponse,
  field,
  openPage,
  press,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import Sso from './sso.tsx';

const settings: SsoSettings = {
  protocol: 'saml',
  enabled: false,
  forced: false,
  break_glass_id: null,
  create_accounts: false,
  idp_entity_id: '',
  idp_sso_url: '',
  idp_certificates: [],
  issuer: '',
  client_id: '',
  attributes: { ...usualSsoAttributes },
  group_roles: [],
  client_secret_state: 'none',
  key_state: 'set',
  ca: '',
  idp_certificate_facts: [],
  entity_id: 'https://portal.test/lk/api/v2/auth/sso/1/metadata',
  acs_url: 'https://portal.test/lk/api/v2/auth/sso/1/acs',
  metadata_url: 'https://portal.test/lk/api/v2/auth/sso/1/metadata',
  redirect_uri: 'https://portal.test/lk/api/v2/auth/sso/callback',
  own_certificates: [],
  break_glass_people: [],
  verified_domains: ['bank.test'],
  last_success_at: null,
  version: 0,
};
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';

const open = () =>
  openPage(
    <Suspense>
      <Sso />
    </Suspense>,
  );

beforeEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'connection', connection);
  addTexts('ru', 'sso', words);
  addTexts('ru', 'tips', tips);
  addTexts('ru', 'translation', translation);
  signIn(['admin.settings.adfs'], { role: 'super_user' });
});

test('metadata fill in the form, a check names the failed step, and the form is saved', async () => {
  const sent = serve({
    'sso.get': settings,
    'sso.read-metadata': {
      idp_entity_id: 'http://adfs.bank.test/trust',
      idp_sso_url: 'https://adfs.bank.test/adfs/ls/',
      idp_certificates: [PEM],
    },
    'sso.test': {
      ok: false,
      steps: [
        { step: 'certificates', ok: true, code: 'ok', detail: '' },
        { step: 'address', ok: false, code: 'host_not_found', detail: 'adfs.bank.test' },
      ],
    },
    'session.proof': { needs: 'password' },
    'sso.save': { ...settings, version: 1 },
  });
  await open();
  await until(() => expect(buttons(words.metadata.read)).toHaveLength(1));
  await type(words.metadata.url, 'https://adfs.bank.test/metadata.xml');
  await press(words.metadata.read);
  await until(() => expect(field(words.provider.entity).value).toBe('http://adfs.bank.test/trust'));
  expect(sent('sso.read-metadata')[0]!.body).toEqual({ url: 'https://adfs.bank.test/metadata.xml' });
  await press(connection.test);
  await until(() => expect(shownText()).toContain(connection.code.host_not_found.what));
  expect(sent('sso.test')[0]!.body).toEqual({
    protocol: 'saml',
    idp_sso_url: 'https://adfs.bank.test/adfs/ls/',
    issuer: '',
    ca: '',
    idp_certificates: [PEM],
  });
  await press(commons.save);
  await until(() => expect(shownText()).toContain(words.ask.text));
  expect(sent('sso.save')).toHaveLength(0);
  await type(commons.proof.password, 'Тихая гавань 7');
  await press(words.ask.action);
  await until(() => expect(sent('sso.save')).toHaveLength(1));
  expect(sent('sso.save')[0]!.body).toMatchObject({
    idp_entity_id: 'http://adfs.bank.test/trust',
    idp_certificates: [PEM],
    forced: false,
    password: 'Тихая гавань 7',
    version: 0,
  });
});

test.each([
  ['saml', words.test.ok_saml],
  ['oidc', words.test.ok_oidc],
] as const)('a check of %s that passes says what only a real sign-in shows', async (protocol, text) => {
  const steps = [{ step: 'address' as const, ok: true, code: 'ok' as const, detail: '' }];
  serve({ 'sso.get': { ...settings, protocol }, 'sso.test': { ok: true, steps } });
  await open();
  await until(() => expect(buttons(connection.test)).toHaveLength(1));
  await press(connection.test);
  await until(() => expect(shownText()).toContain(text));
});

test('OpenID Connect shows its own fields and the address to return to', async () => {
  serve({
    'sso.get': { ...settings, protocol: 'oidc', issuer: 'https://login.bank.test', client_secret_state: 'set' },
  });
  await open();
  await until(() => expect(field(words.provider.issuer).value).toBe('https://login.bank.test'));
  expect(shownText()).toContain(settings.redirect_uri);
  expect(shownText()).not.toContain(settings.acs_url);
  expect(field(words.provider.secret).placeholder).toBe(words.provider.secret_saved);
});

test('below super users the settings are shown but cannot be changed', async () => {
  signIn(['admin.settings.adfs'], { role: 'operator' });
  serve({ 'sso.get': settings });
  await open();
  await until(() => expect(shownText()).toContain(words.read_only.text));
  expect(field(words.provider.entity).disabled).toBe(true);
  expect(buttons(connection.test)).toHaveLength(0);
});

const saveChange = async () => {
  await open();
  await until(() => expect(field(words.provider.entity).value).toBe(''));
  await type(words.provider.entity, 'http://adfs.bank.test/trust');
  await press(commons.save);
};

test('after a sign-in through the organisation the form is saved without a password', async () => {
  const sent = serve({ 'sso.get': settings, 'session.proof': { needs: 'nothing' }, 'sso.save': settings });
  await saveChange();
  await until(() => expect(shownText()).toContain(commons.proof.nothing));
  await press(words.ask.action);
  await until(() => expect(sent('sso.save')).toHaveLength(1));
  expect(sent('sso.save')[0]!.body).not.toHaveProperty('password');
});

test('without a password and after an earlier sign-in, the dialog asks to sign in again', async () => {
  serve({ 'sso.get': settings, 'session.proof': { needs: 'sign_in' } });
  await saveChange();
  await until(() => expect(shownText()).toContain(commons.proof.sign_in));
  expect(buttons(commons.proof.leave)).toHaveLength(1);
  expect(buttons(words.ask.action)[0]!.disabled).toBe(true);
});

test('a wrong password is named in the dialog, which stays open', async () => {
  serve({
    'sso.get': settings,
    'session.proof': { needs: 'password' },
    'sso.save': errorResponse(422, 'session.wrong_credentials'),
  });
  await saveChange();
  await until(() => expect(field(commons.proof.password)).toBeDefined());
  await type(commons.proof.password, 'не тот');
  await press(words.ask.action);
  await until(() => expect(shownText()).toContain(commons.proof.wrong));
  expect(buttons(words.ask.action)).toHaveLength(1);
});

test('a lost key of the portal is named, and a new key is made', async () => {
  const certificate = {
    subject: 'CN=portal',
    fingerprint: 'AA:BB',
    expires_at: '2030-01-01T00:00:00.000Z',
    active: true,
  };
  const lost = { ...settings, own_certificates: [certificate], key_state: 'lost' as const };
  const sent = serve({ 'sso.get': lost, 'sso.add-certificate': { ...lost, key_state: 'set' } });
  await open();
  await until(() => expect(shownText()).toContain(words.keys.lost));
  await press(words.keys.make);
  await until(() => expect(sent('sso.add-certificate')).toHaveLength(1));
});

test('a lost client secret is to be entered again', async () => {
  serve({ 'sso.get': { ...settings, protocol: 'oidc', client_secret_state: 'lost' } });
  await open();
  await until(() => expect(shownText()).toContain(commons.sealed.lost_secret));
});
