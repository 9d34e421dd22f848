import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { usualClaims } from '@sergak/contract/sso/sso.rules.ts';
import { addSsoReturns } from './callback.routes.ts';

const SECRET = 'a-secret-of-the-client-with-32-chars';
let portal: Portal;
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
});
afterAll(async () => {
  server.close();
  await portal.close();
});

const newHome = async (changes: object = {}) => {
  const org = await make.organization();
  const boss = await make.employee(org, { role: 'super_user' });
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

test('another state, a foreign code and a refusal of the provider are rejected', async () => {
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
  const refused = new URL(first);
  refused.searchParams.delete('code');
  refused.searchParams.set('error', 'access_denied');
  expect(await returnTo(refused)).toBe('error=provider');
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
