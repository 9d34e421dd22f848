import {
  patchMessage,
  SCIM_BASE,
  SCIM_BODY_MAX,
  SCIM_RATE,
  scimQuery,
  scimResource,
  type ScimQuery,
} from '@sergak/contract/scim/scim.schema.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findUnstorable } from '../../platform/http/execute.ts';
import { recordRejection } from '../../platform/http/security-events.ts';
import { limitRate } from '../../platform/rate.ts';
import { findMachine } from '../session/public.ts';
import * as discovery from './discovery.ts';
import * as groups from './groups.service.ts';
import { toScimError } from './error-mapping.ts';
import { namesTag } from './resources.ts';
import type { Machine, ScimAnswer, ScimCtx } from './scim-ctx.ts';
import { badRequest, errorBody, notFound, ScimError } from './scim-error.ts';
import { inScimTransaction } from './scim.service.ts';
import * as users from './users.service.ts';

const TYPE = 'application/scim+json; charset=utf-8';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
type Call = { readonly id: string; readonly query: ScimQuery; readonly body: unknown };
type Work = (ctx: ScimCtx, call: Call) => Promise<ScimAnswer>;

/** Returns the machine account of the token. Only the header counts; cookies of a browser are ignored. */
const authenticate = async (platform: Platform, request: FastifyRequest): Promise<Machine> => {
  const token = /^Bearer\s+(\S{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const machine = token ? await findMachine(platform, token, 'scim') : null;
  if (!machine) throw new ScimError(401, 'A valid bearer token is required.');
  await limitRate(platform.db, `scim:${machine.id}`, SCIM_RATE, 60);
  return machine;
};

const readBody = <T>(schema: { safeParse(raw: unknown): { success: boolean; data?: T } }, body: unknown): T => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw badRequest('invalidSyntax', 'The body does not match the schema of this call.');
  if (findUnstorable(body) !== null)
    throw badRequest('invalidValue', 'A text contains characters that cannot be stored.');
  return parsed.data!;
};

/**
 * Runs a call in the same order as the executor, with SCIM responses: token → tenant transaction → work → audit log → response.
 * See docs/identity.md#scim.
 */
const run = async (platform: Platform, request: FastifyRequest, reply: FastifyReply, write: boolean, work: Work) => {
  const machine = await authenticate(platform, request);
  const id = (request.params as { id?: string }).id ?? '';
  if (id !== '' && !UUID.test(id)) throw notFound('Resource');
  const query = scimQuery.safeParse(request.query);
  if (!query.success) throw badRequest('invalidValue', 'A query parameter is invalid.');
  const conditions = { ifMatch: request.headers['if-match'], ifNoneMatch: request.headers['if-none-match'] };
  const licensed = request.method === 'POST';
  const answer = await inScimTransaction(
    { platform, machine, write, conditions, address: request.ip, licensed },
    (ctx) => work(ctx, { id: id.toLowerCase(), query: query.data, body: request.body }),
  );
  if (answer.location) reply.header('location', answer.location);
  if (answer.etag) reply.header('etag', answer.etag);
  const { ifNoneMatch } = conditions;
  if (!write && answer.etag && ifNoneMatch !== undefined && namesTag(ifNoneMatch, answer.etag))
    return reply.status(304).header('cache-control', 'no-store').send();
  reply.status(answer.status).header('cache-control', 'no-store');
  return answer.body === null ? reply.send() : reply.type(TYPE).send(JSON.stringify(answer.body));
};

const parseJson = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw badRequest('invalidSyntax', 'The body is not JSON.');
  }
};

const resources: readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, work: Work][] = [
  ['GET', '/Users', (ctx, { query }) => users.listScimUsers(ctx, query)],
  ['POST', '/Users', (ctx, { body }) => users.createUser(ctx, readBody(scimResource, body))],
  ['GET', '/Users/:id', (ctx, { id, query }) => users.readUser(ctx, id, query)],
  ['PUT', '/Users/:id', (ctx, { id, body }) => users.replaceUser(ctx, id, readBody(scimResource, body))],
  ['PATCH', '/Users/:id', (ctx, { id, body }) => users.patchUser(ctx, id, readBody(patchMessage, body).Operations)],
  ['DELETE', '/Users/:id', (ctx, { id }) => users.deleteUser(ctx, id)],
  ['GET', '/Groups', (ctx, { query }) => groups.listGroups(ctx, query)],
  ['POST', '/Groups', (ctx, { body }) => groups.createGroup(ctx, readBody(scimResource, body))],
  ['GET', '/Groups/:id', (ctx, { id, query }) => groups.readGroup(ctx, id, query)],
  ['PUT', '/Groups/:id', (ctx, { id, body }) => groups.replaceGroup(ctx, id, readBody(scimResource, body))],
  ['PATCH', '/Groups/:id', (ctx, { id, body }) => groups.patchGroup(ctx, id, readBody(patchMessage, body).Operations)],
  ['DELETE', '/Groups/:id', (ctx, { id }) => groups.deleteGroup(ctx, id)],
];

const addDiscovery = (app: FastifyInstance, platform: Platform) => {
  const base = () => platform.urls.portal;
  const show = (path: string, make: (id: string) => object | undefined) =>
    app.get<{ Params: { id?: string } }>(path, async (request, reply) => {
      await authenticate(platform, request);
      const found = make(request.params.id ?? '');
      if (!found) throw notFound('Resource');
      return reply.type(TYPE).send(JSON.stringify(found));
    });
  show('/ServiceProviderConfig', () => discovery.providerConfig(base()));
  show('/ResourceTypes', () => discovery.listResponse(discovery.resourceTypes(base())));
  show('/ResourceTypes/:id', (id) => discovery.resourceTypes(base()).find((one) => one.id === id));
  show('/Schemas', () => discovery.listResponse(discovery.schemas(base())));
  show('/Schemas/:id', (id) => discovery.schemas(base()).find((one) => one.id.toLowerCase() === id.toLowerCase()));
};

/** Adds SCIM 2.0 below /scim/v2 of the portal's origin, with its own content type, errors and tokens. */
export const addScim = async (portal: FastifyInstance, platform: Platform): Promise<void> => {
  await portal.register(
    async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string', bodyLimit: SCIM_BODY_MAX },
        async (_request: FastifyRequest, text: string) => parseJson(text),
      );
      app.setErrorHandler((error, request, reply) => {
        const rejection = toScimError(error);
        const code = rejection.status === 401 ? 'session.token_invalid' : error instanceof AppError ? error.code : null;
        if (code !== null) recordRejection(platform, code, { request, error });
        if (rejection.status >= 500)
          platform.log.error(
            { err: error, request_id: request.id, route: request.routeOptions.url },
            'a SCIM call failed',
          );
        if (rejection.status === 401) reply.header('www-authenticate', 'Bearer');
        if (rejection.retryAfter) reply.header('retry-after', rejection.retryAfter);
        return reply
          .status(rejection.status)
          .type(TYPE)
          .send(JSON.stringify(errorBody(rejection)));
      });
      for (const [method, url, work] of resources)
        app.route({
          method,
          url,
          bodyLimit: SCIM_BODY_MAX,
          handler: async (request, reply) => {
            const end = platform.metrics.requests.startTimer({ endpoint: `scim ${method} ${url}` });
            try {
              return await run(platform, request, reply, method !== 'GET', work);
            } finally {
              end({ status: String(reply.statusCode) });
            }
          },
        });
      addDiscovery(app, platform);
      app.all('/*', async (request) => {
        await authenticate(platform, request);
        throw notFound('Resource');
      });
    },
    { prefix: SCIM_BASE },
  );
};
