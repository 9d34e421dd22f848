import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '@sergak/contract/endpoint.ts';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { errorCodes } from '@sergak/contract/errors.ts';
import { platform } from './app.ts';
import { authenticate } from '../src/modules/session/session.query.ts';
import { routes } from '../src/app/composition.ts';
import { addReference } from '../src/platform/http/operations.ts';
import { addRoutes, createPortal } from '../src/platform/http/server.ts';

let app: FastifyInstance;
beforeAll(async () => {
  const on = await platform();
  app = await createPortal(on);
  addRoutes(app, on, routes, authenticate);
  addReference(app, on, endpoints);
});
afterAll(() => app.close());

type Rejection = {
  description: string;
  content: { 'application/json': { schema: { allOf: [unknown, { properties: { code: { enum: string[] } } }] } } };
};
type Operation = { operationId: string; security: unknown[]; responses: Record<string, Rejection> };
type Document = { paths: Record<string, Record<string, Operation>> };
const read = async () => (await app.inject('/lk/api/docs/openapi.json')).json<Document>();
const operationsOf = (document: Document) =>
  new Map(Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one])));
const codesOf = (one: Operation) =>
  Object.entries(one.responses)
    .filter(([status]) => status !== '200')
    .flatMap(([status, rejection]) =>
      rejection.content['application/json'].schema.allOf[1].properties.code.enum.map((code) => [Number(status), code]),
    );

test('the document lists every call with each of its errors, under the status of the answer', async () => {
  const operations = operationsOf(await read());
  expect([...operations.keys()].sort()).toEqual(Object.keys(endpoints).sort());
  for (const [id, e] of Object.entries(endpoints)) {
    const codes = codesOf(operations.get(id)!);
    for (const code of (e as { errors?: readonly (keyof typeof errorCodes)[] }).errors ?? [])
      expect(codes, id).toContainEqual([errorCodes[code], code]);
    for (const [status, code] of codes) expect(errorCodes[code as keyof typeof errorCodes], id).toBe(status);
    expect(codes, id).toContainEqual([429, 'request.rate_limited']);
    expect(
      codes.some(([status]) => status === 401),
      id,
    ).toBe(e.permission !== 'public');
  }
});

test('the document lists the common errors of a call, and the server returns them', async () => {
  const operations = operationsOf(await read());
  const documented = (id: string) => codesOf(operations.get(id)!).map(([status, code]) => `${status} ${code}`);
  const own = { 'x-requested-with': 'sergak' };
  const post = (id: 'tags.create' | 'session.login', payload: object | string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: addressOf(endpoints[id].path), payload, headers });
  const answers: (readonly [string, Awaited<ReturnType<typeof post>>])[] = [
    ['tags.create', await post('tags.create', {}, own)],
    ['tags.create', await post('tags.create', {}, {})],
    ['session.login', await post('session.login', {}, own)],
    ['session.login', await post('session.login', '{', { ...own, 'content-type': 'application/json' })],
    ['session.login', await post('session.login', '<a/>', { ...own, 'content-type': 'text/xml' })],
  ];
  expect(answers.map(([, answer]) => answer.statusCode)).toEqual([401, 403, 422, 400, 415]);
  for (const [id, answer] of answers) expect(documented(id)).toContain(`${answer.statusCode} ${answer.json().code}`);
  expect(documented('tags.create')).toContain('403 session.forbidden');
  expect(documented('session.config')).toEqual([
    '400 request.two_sessions',
    '421 request.unknown_host',
    '429 request.rate_limited',
    '500 server.failed',
    '503 server.unavailable',
  ]);
});

test('the reference page lists each call with its own errors, and the common ones once', async () => {
  const answer = await app.inject('/lk/api/docs');
  expect(answer.headers['content-type']).toContain('text/html');
  for (const [id, e] of Object.entries(endpoints)) {
    const article = answer.body.split(`<article id="${id}">`)[1]?.split('</article>')[0] ?? '';
    expect(article, id).toContain(addressOf(e.path).replace(/:(\w+)/g, '{$1}'));
    expect(article, id).toContain('429');
  }
  expect(answer.body.split('<article id="session.verify-code">')[1]!.split('</article>')[0]).toMatch(
    /422 <code>session.code_wrong<\/code> <code>session.code_expired<\/code>/,
  );
  expect(answer.body.split('<code>request.rate_limited</code>')).toHaveLength(2);
});

test('recursive types are components, and every reference of the document leads to one', async () => {
  const document = (await app.inject('/lk/api/docs/openapi.json')).json<{ components: { schemas: object } }>();
  const references = new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g));
  const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(known).toContain('#/components/schemas/SlideBlock');
  expect(known.filter((name) => name.includes('__'))).toEqual([]);
  expect([...references].filter((one) => !known.includes(one))).toEqual([]);
});
