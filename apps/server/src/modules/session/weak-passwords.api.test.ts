import { endpoints } from '@sergak/contract/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOrganization } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { insertLinkToken } from './public.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const post = async (path: string, body: object, token: string | null = null) =>
  (await portal.ask('POST', `/lk/api/v2/auth${path}`, token, body, { 'x-requested-with': 'sergak' })).body;

/** A person «Каримова Нигора» of the organisation «Артель Банк», and a password made of words of that context each. */
const start = async () => {
  const org = await make.organization({ title: `Артель Банк ${Date.now()}` });
  const person = await make.employee(org);
  const link = (purpose: 'registration' | 'recovery') =>
    inOrganization(org.id, 'write', (tx) =>
      insertLinkToken(tx, { organizationId: org.id, employeeId: person.id, purpose, lifetimeMs: 60_000 }),
    );
  const weak = [
    'Нигора-Каримова',
    'АртельБанк2026',
    `${person.email.split('@')[0]}!`,
    'Sergak2026',
    'Сергак-12345',
    'qwerty123',
  ];
  return { person, link, weak };
};

test('words of the person, the address, the organisation and the product are rejected wherever a password is set', async () => {
  const { person, link, weak } = await start();
  await withPassword(person);
  const session = await portal.signIn(person);
  for (const password of weak) {
    const answers = [
      await post(`/registration/${await link('registration')}`, { password }),
      await post(`/recovery/${await link('recovery')}`, { password }),
      await post('/password', { current: PASSWORD, password }, session),
    ];
    expect([password, ...answers.map(({ code }) => code)]).toEqual([
      password,
      'session.password_weak',
      'session.password_weak',
      'session.password_weak',
    ]);
  }
});

test('these are all calls that set a password', () => {
  const setting = Object.entries(endpoints).filter(([, e]) =>
    ('errors' in e ? e.errors : []).includes('session.password_weak' as never),
  );
  expect(setting.map(([, e]) => e.path).sort()).toEqual([
    '/auth/password',
    '/auth/recovery/:token',
    '/auth/registration/:token',
  ]);
});
