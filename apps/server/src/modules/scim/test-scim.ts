import { call, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { openPortal, type Answer, type Portal } from '../../../test/portal.ts';
import { addScim } from './scim.routes.ts';

export const openScim = (): Promise<Portal> => openPortal(addScim);

export type Client = {
  readonly org: make.TestOrganization;
  readonly boss: Person;
  readonly token: string;
  readonly tokenId: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

/** An organisation with a token, and a client that sends requests like an identity provider. */
export const newClient = async (
  portal: Portal,
  changes: Parameters<typeof make.organization>[0] = {},
): Promise<Client> => {
  const org = await make.organization(changes);
  const boss = await withPassword(await make.employee(org, { role: 'super_user' }));
  const made = await call('tokens.create', boss, { kind: 'scim', title: 'Провайдер', password: PASSWORD });
  return {
    org,
    boss,
    token: made.token,
    tokenId: made.id,
    send: (method, path, body, headers = {}) =>
      portal.ask(method, `/scim/v2${path}`, made.token, body, { 'content-type': 'application/scim+json', ...headers }),
  };
};

export const filter = (text: string): string => `filter=${encodeURIComponent(text)}`;
export const patchBody = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
