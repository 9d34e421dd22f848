import { afterAll, beforeAll, expect } from 'vitest';
import { call, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { addSsoReturns } from './callback.routes.ts';
import type { SamlSetup } from './saml.ts';
import { answerXml, type Answer, CLAIMS, PROVIDER, providerMetadata, testKeys } from './test-provider.ts';

export const SSO_URL = 'https://adfs.bank.test/adfs/ls/';
const GROUPS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
let opened: Portal;
/** Opens the portal, with the returns of providers, for the tests of a file. */
export const openForTests = (): void => {
  beforeAll(async () => {
    opened = await openPortal(addSsoReturns);
  });
  afterAll(() => opened.close());
};
export const portal = (): Portal => opened;

export type Home = { org: make.TestOrganization; boss: Person & { email: string } };
export type Saved = Awaited<ReturnType<typeof call<'sso.get'>>>;

export const newHome = async (options: Parameters<typeof make.organization>[0] = {}): Promise<Home> => {
  const org = await make.organization(options);
  return { org, boss: await withPassword(await make.employee(org, { role: 'super_user' })) };
};
const fields = [
  'protocol',
  'enabled',
  'forced',
  'break_glass_id',
  'create_accounts',
  'idp_entity_id',
  'idp_sso_url',
  'idp_certificates',
  'issuer',
  'client_id',
  'attributes',
  'group_roles',
  'version',
] as const satisfies readonly (keyof Saved)[];
const pick = <T, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
export const formOf = (saved: Saved) => ({ ...pick(saved, fields), password: PASSWORD });
export const save = async (
  home: Home,
  changes: Partial<ReturnType<typeof formOf>> & { client_secret?: string } = {},
) => {
  const found = await call('sso.read-metadata', home.boss, { xml: await providerMetadata(SSO_URL) });
  return call('sso.save', home.boss, {
    ...formOf(await call('sso.get', home.boss, {})),
    ...found,
    enabled: true,
    ...changes,
  });
};

export const start = async (home: Home) => {
  const begun = await call('sso.start', null, { organization_id: home.org.id });
  const request = new URL(begun.url).searchParams.get('SAMLRequest')!;
  const { inflateRawSync } = await import('node:zlib');
  const requestId = / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString())![1]!;
  return { ...begun, requestId };
};
export const setupOf = async (home: Home): Promise<SamlSetup> => {
  const { entity_id, acs_url } = await call('sso.get', home.boss, {});
  const { idp, own } = await testKeys();
  return {
    entityId: entity_id,
    acsUrl: acs_url,
    idpEntityId: PROVIDER,
    ssoUrl: SSO_URL,
    idpCertificates: [idp.certificate],
    keys: [own],
  };
};
/** Posts a response the way the browser does; returns the fragment of our page. */
export const post = async (home: Home, xml: string): Promise<string> => {
  const answer = await fetch(`${opened.url}/lk/api/v2/auth/sso/${home.org.id}/acs`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://adfs.bank.test', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('set-cookie')).toBeNull();
  return new URL(answer.headers.get('location')!).hash.slice(1);
};
export const answer = async (home: Home, given: Answer) => post(home, await answerXml(await setupOf(home), given));
/** The whole way: request, response, ticket, session. */
export const signIn = async (home: Home, given: Partial<Answer>) => {
  const { requestId, binding } = await start(home);
  const hash = await answer(home, { requestId, ...given });
  const ticket = /^ticket=(.+)$/.exec(hash)?.[1];
  return ticket ? call('sso.complete', null, { ticket, binding }) : hash;
};
export const claims = (email: string, groups?: readonly string[]) => ({
  email,
  attributes: {
    [`${CLAIMS}/emailaddress`]: [email],
    [`${CLAIMS}/surname`]: ['Юсупова'],
    ...(groups && { [GROUPS]: groups }),
  },
});
