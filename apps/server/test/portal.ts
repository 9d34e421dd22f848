import type { FastifyInstance } from 'fastify';
import { authenticate } from '../src/modules/session/session.query.ts';
import { insertSession } from '../src/modules/session/session.repo.ts';
import type { Platform } from '../src/platform/context.ts';
import { inSystem } from '../src/platform/db.ts';
import type { CostLimits } from '../src/platform/http/cost-limits.ts';
import type { RequestLimits } from '../src/platform/http/request-limits.ts';
import { addRoutes, createPortal } from '../src/platform/http/server.ts';
import { routes } from '../src/app/composition.ts';
import { platform, type Person } from './app.ts';

export type Portal = {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  readonly url: string;
  /** Opens a complete session and returns its token. */
  signIn(person: Person): Promise<string>;
  ask(
    method: string,
    path: string,
    token: string | null,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  close(): Promise<void>;
};
// oxlint-disable-next-line typescript/no-explicit-any -- bodies have many shapes
export type Answer = { status: number; body: any; headers: Headers };

/** A portal on a real port, on the database shared by the tests of this worker. `extend` adds routes outside the API. */
export const openPortal = async (
  extend?: (app: FastifyInstance, on: Platform) => void | Promise<void>,
  {
    on: given,
    limits,
    costs,
  }: { readonly on?: Platform; readonly limits?: RequestLimits; readonly costs?: CostLimits } = {},
): Promise<Portal> => {
  const on = given ?? (await platform());
  const app = await createPortal(on);
  await extend?.(app, on);
  addRoutes(app, on, routes, authenticate, limits, costs);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    platform: on,
    app,
    url,
    signIn: (person) =>
      inSystem(on.db, (tx) =>
        insertSession(tx, {
          organizationId: person.organization_id,
          employeeId: person.id,
          twoFactorDue: false,
          userAgent: 'test',
          address: '127.0.0.1',
        }),
      ),
    async ask(method, path, token, body, headers = {}) {
      const answer = await fetch(url + path, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
    },
    close: () => app.close(),
  };
};
