import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { usualClaims } from '@sergak/contract/sso/sso.rules.ts';
import { now } from '../../platform/clock.ts';
import { hashPassword } from '../session/public.ts';
import { addSsoReturns } from './callback.routes.ts';
import { testKeys } from './test-provider.ts';

const SECRET = 'a-secret-of-the-client-with-32-chars';
const PASSWORD = 'Тихая гавань 7';
let portal: Portal;
let hash: string;
let server: Server;
let issuer: string;
/** Claims of the account that the provider signs in without a page. */
let account: Record<string, unknown> = {};

/** A real provider in this process. It signs in `account` at once, so that no page has to be filled in. */
const startProvider = async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'portal',
        client_secret: SECRET,
        redirect_uris: [`${portal.platform.urls.portal}/lk/api/v2/auth/sso/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...account }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    pkce: { required: () => true },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/sign-in/'))
      void provider.interactionFinished(request, response, { login: { accountId: 'anna' } });
    else void handle(request, response);
  });
};

beforeAll(async () => {
  portal = await openPortal(addSsoReturns);
  await startProvider();
  hash = await hashPassword(PASSWORD);
});
afterAll(async () => {
  server.close();
  await portal.close();
});

const newHome = async (changes: object = {}) => {
  const org = await make.organization();
  const boss = await make.employee(org, { role: 'super_user' });
  await stored(`update employees set password_hash = $2 where id = $1`, [boss.id, hash]);
  await call('sso.save', boss, {
    protocol: 'oidc',
    enabled: true,
    forced: false,
    break_glass_id: null,
    create_accounts: true,
    idp_entity_id: '',
    idp_sso_url: '',
    idp_certificates: [],
    issuer,
    client_id: 'portal',
    client_secret: SECRET,
    attributes: { ...usualClaims },
    group_roles: [{ group: 'portal-operators', role: 'operator' }],
    password: PASSWORD,
    version: 0,
    ...changes,
  });
  return { org, boss };
};

/** Walks through the provider like a browser: follows redirects with its cookies until our callback is due. */
const walk = async (url: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let at = new URL(url);
  for (let step = 0; step < 10 && at.origin === issuer; step += 1) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const one of answer.headers.getSetCookie()) {
      const [pair] = one.split(';');
      cookies.set(pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1));
    }
    const to = answer.headers.get('location');
    if (!to) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    at = new URL(to, at);
  }
  return at;
};
const returnTo = async (address: URL): Promise<string> => {
  const answer = await fetch(`${portal.url}${address.pathname}${address.search}`, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location')!).hash.slice(1);
};

test('a person signs in through OpenID Connect and gets the role of the group', async () => {
  const { org } = await newHome();
  account = { email: `anna@${org.domain}`, given_name: 'Анна', family_name: 'Каримова', groups: ['portal-operators'] };
  const { url, binding } = await call('sso.start', null, { organization_id: org.id });
  const query = new URL(url).searchParams;
  expect(query.get('code_challenge_method')).toBe('S256');
  expect(query.get('nonce')).toBeTruthy();
  const back = await walk(url);
  const hash = await returnTo(back);
  const session = await call('sso.complete', null, { ticket: hash.replace('ticket=', ''), binding });
  expect(session.token).toBeTruthy();
  expect(await stored(`select first_name, role from employees where email = $1`, [account['email']])).toEqual([
    { first_name: 'Анна', role: 'operator' },
  ]);
  expect(await returnTo(back)).toBe('error=expired');
});

test('another state, a foreign code and a rejection by the provider are rejected', async () => {
  const { org } = await newHome();
  account = { email: `anna@${org.domain}` };
  const first = await walk((await call('sso.start', null, { organization_id: org.id })).url);
  const second = new URL((await call('sso.start', null, { organization_id: org.id })).url);
  const mixed = new URL(first);
  mixed.searchParams.set('state', second.searchParams.get('state')!);
  expect(await returnTo(mixed)).toBe('error=rejected');
  const unknown = new URL(first);
  unknown.searchParams.set('state', 'nobody');
  expect(await returnTo(unknown)).toBe('error=expired');
  const rejected = new URL(first);
  rejected.searchParams.delete('code');
  rejected.searchParams.set('error', 'access_denied');
  expect(await returnTo(rejected)).toBe('error=provider');
});

test('an unverified address and a domain of somebody else open nothing', async () => {
  const { org } = await newHome();
  const attempt = async () => returnTo(await walk((await call('sso.start', null, { organization_id: org.id })).url));
  account = { email: `anna@${org.domain}`, email_verified: false };
  expect(await attempt()).toBe('error=no_address');
  account = { email: 'anna@elsewhere.test' };
  expect(await attempt()).toBe('error=domain');
});

test('a provider that does not answer is named as the cause', async () => {
  const { org } = await newHome({ issuer: 'http://127.0.0.1:9' });
  await expect(call('sso.start', null, { organization_id: org.id })).rejects.toThrow('sso.provider_unreachable');
});

describe('the check of a provider', () => {
  const codeOf = async (probe: Partial<Parameters<typeof call<'sso.test'>>[2]>) => {
    const { boss } = await newHome();
    const { ok, steps } = await call('sso.test', boss, {
      protocol: 'oidc',
      idp_sso_url: '',
      idp_certificates: [],
      issuer,
      ...probe,
    });
    const last = steps.at(-1)!;
    return ok ? steps.map((one) => one.step).join(' ') : `${last.step}: ${last.code}`;
  };

  test('passes for a provider of OpenID Connect and names the step that fails', async () => {
    expect(await codeOf({})).toBe('address discovery keys');
    expect(await codeOf({ issuer: 'http://127.0.0.1:9' })).toBe('address: connection_refused');
    expect(await codeOf({ issuer: `${issuer}/elsewhere` })).toBe('address: no_provider');
    expect(await codeOf({ issuer: issuer.replace('127.0.0.1', 'localhost') })).toBe('discovery: issuer_differs');
    expect(await codeOf({ issuer: 'http://login.bank.test' })).toBe('address: address_not_allowed');
  });

  test('passes for a SAML provider with a valid certificate at an address that answers', async () => {
    const { certificate } = (await testKeys()).idp;
    const saml = { protocol: 'saml' as const, idp_certificates: [certificate] };
    expect(await codeOf({ ...saml, idp_sso_url: `${issuer}/.well-known/openid-configuration` })).toBe(
      'certificates address',
    );
    expect(await codeOf({ ...saml, idp_sso_url: `${issuer}/nowhere` })).toBe('address: no_provider');
    expect(await codeOf({ ...saml, idp_certificates: [] })).toBe('certificates: certificate_expired');
  });
});

/** A provider that signs whatever ID token the test asks for. */
const startForger = async (
  change: (claims: Record<string, unknown>) => Record<string, unknown>,
  userInfo?: () => { status?: number; body: object },
  settings: object = {},
) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forger = createServer();
  forger.listen(0, '127.0.0.1');
  await once(forger, 'listening');
  onTestFinished(() => void forger.close());
  const base = `http://127.0.0.1:${(forger.address() as AddressInfo).port}`;
  let nonce = '';
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const idToken = () => {
    const at = Math.floor(now().getTime() / 1000);
    const claims = { iss: base, aud: 'portal', sub: 'anna', iat: at, exp: at + 300, nonce, email_verified: true };
    const body = `${part({ alg: 'RS256', kid: 'k' })}.${part(change(claims))}`;
    return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
  };
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...(userInfo && { userinfo_endpoint: `${base}/userinfo` }),
    }),
    '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] }),
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken() }),
  };
  const asked: string[] = [];
  forger.on('request', (request, response) => {
    response.setHeader('content-type', 'application/json');
    asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    if (request.url === '/userinfo' && userInfo) {
      const { status = 200, body } = userInfo();
      response.writeHead(status).end(JSON.stringify(body));
      return;
    }
    response.end(JSON.stringify(answers[request.url!]?.() ?? {}));
  });
  const { org } = await newHome({ issuer: base, ...settings });
  const begun = new URL((await call('sso.start', null, { organization_id: org.id })).url);
  nonce = begun.searchParams.get('nonce')!;
  const back = new URL(`${portal.platform.urls.portal}/lk/api/v2/auth/sso/callback?code=c`);
  back.searchParams.set('state', begun.searchParams.get('state')!);
  return { org, back, asked };
};

describe('a token is rejected', () => {
  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['of another tenant', (claims) => ({ ...claims, iss: 'https://login.microsoftonline.com/another-tenant/v2.0' })],
    ['for another application', (claims) => ({ ...claims, aud: 'another' })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    [
      'that ended ten minutes ago',
      ({ iat, ...claims }) => ({ ...claims, iat: Number(iat) - 900, exp: Number(iat) - 600 }),
    ],
  ])('%s', async (_what, change) => {
    let domain = '';
    const { org, back } = await startForger((claims) => change({ ...claims, email: `anna@${domain}` }));
    domain = org.domain;
    expect(await returnTo(back)).toBe('error=rejected');
  });

  test.each([{ _claim_names: { groups: 'src1' } }, { hasgroups: true }])(
    'that says that groups were left out: %o',
    async (overage) => {
      let domain = '';
      const { org, back } = await startForger((claims) => ({ ...claims, ...overage, email: `anna@${domain}` }));
      domain = org.domain;
      expect(await returnTo(back)).toBe('error=groups');
    },
  );

  test('only if something is wrong with it', async () => {
    let domain = '';
    const { org, back } = await startForger((claims) => ({ ...claims, email: `anna@${domain}` }));
    domain = org.domain;
    expect(await returnTo(back)).toMatch(/^ticket=/);
  });
});

test.each<[unknown, 'accepted' | 'rejected']>([
  [undefined, 'accepted'],
  [true, 'accepted'],
  ['true', 'accepted'],
  [false, 'rejected'],
  ['false', 'rejected'],
  [0, 'rejected'],
  [null, 'rejected'],
  ['no', 'rejected'],
  ['', 'rejected'],
  [[], 'rejected'],
])('an address with email_verified %o is %s', async (value, verdict) => {
  let domain = '';
  const { org, back } = await startForger(({ email_verified: _, ...claims }) => ({
    ...claims,
    email: `anna@${domain}`,
    ...(value !== undefined && { email_verified: value }),
  }));
  domain = org.domain;
  expect(await returnTo(back)).toMatch(verdict === 'accepted' ? /^ticket=/ : /^error=no_address$/);
});

describe('UserInfo', () => {
  const bare = ({ email_verified: _, ...claims }: Record<string, unknown>) => claims;
  let domain = '';
  const info = (more: object = {}) => ({ sub: 'anna', email: `anna@${domain}`, family_name: 'Юсупова', ...more });
  const attempt = async (
    token: Parameters<typeof startForger>[0],
    userInfo: Parameters<typeof startForger>[1],
    settings?: object,
  ) => {
    const { org, back, asked } = await startForger(token, userInfo, settings);
    domain = org.domain;
    const outcome = await returnTo(back);
    const people = await stored<{ last_name: string; role: string }>(
      `select last_name, role from employees where organization_id = $1 and role <> 'super_user'`,
      [org.id],
    );
    return { outcome, people, read: asked.filter((one) => one.startsWith('/userinfo')) };
  };
  const noGroups = { group_roles: [] };
  const full = (claims: Record<string, unknown>) => ({
    ...bare(claims),
    email: `anna@${domain}`,
    given_name: 'Анна',
    family_name: 'Каримова',
    groups: ['portal-operators'],
  });

  test('gives the address and the groups that the ID token lacks', async () => {
    const { outcome, people, read } = await attempt(bare, () => ({ body: info({ groups: ['portal-operators'] }) }));
    expect(outcome).toMatch(/^ticket=/);
    expect(people).toEqual([{ last_name: 'Юсупова', role: 'operator' }]);
    expect(read).toEqual(['/userinfo Bearer a']);
  });

  test('is not read if the ID token has all claims of the settings, and never replaces one', async () => {
    const complete = await attempt(full, () => ({ body: info() }));
    expect([complete.outcome.slice(0, 7), complete.read]).toEqual(['ticket=', []]);
    const partly = await attempt(
      (claims) => ({ ...full(claims), given_name: undefined }),
      () => ({ body: info({ given_name: 'Анна', email: 'mallory@elsewhere.test' }) }),
    );
    expect([partly.outcome.slice(0, 7), partly.people]).toEqual([
      'ticket=',
      [{ last_name: 'Каримова', role: 'operator' }],
    ]);
  });

  test.each<[string, () => { status?: number; body: object }, string]>([
    ['is of another subject', () => ({ body: info({ sub: 'boris' }) }), 'error=rejected'],
    ['names no subject', () => ({ body: info({ sub: undefined }) }), 'error=rejected'],
    ['is rejected by the provider', () => ({ status: 401, body: {} }), 'error=rejected'],
    ['has an address that is not verified', () => ({ body: info({ email_verified: 'false' }) }), 'error=no_address'],
    ['has no address either', () => ({ body: info({ email: undefined }) }), 'error=no_address'],
  ])('that %s opens nothing', async (_what, userInfo, error) => {
    const { outcome, people } = await attempt(bare, userInfo, noGroups);
    expect([outcome, people]).toEqual([error, []]);
  });

  test('that fails rejects the sign-in where groups give roles, because the role is unknown', async () => {
    const away = () => ({ status: 500, body: {} });
    const lacks =
      (...names: string[]) =>
      (claims: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(full(claims)).filter(([name]) => !names.includes(name)));
    expect((await attempt(lacks('groups'), away)).outcome).toBe('error=rejected');
    expect((await attempt(lacks('groups'), away, noGroups)).outcome).toMatch(/^ticket=/);
    expect((await attempt(lacks('family_name'), away)).outcome).toMatch(/^ticket=/);
  });

  test('is not needed by a provider that has none', async () => {
    expect((await attempt(bare, undefined)).outcome).toBe('error=no_address');
  });
});
