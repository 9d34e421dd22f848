// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configureApi } from '../../shared/api.ts';
import { queryClient } from '../../shared/query-client.ts';
import { AUTH_KEY } from '../../shared/session.ts';
import { outboxOf } from './outbox.ts';

type Seen = { slide: number; sequence: number };
let server: Server;
let seen: Seen[] = [];
let status = 200;

const bodyOf = async (request: IncomingMessage): Promise<Seen> => {
  let text = '';
  for await (const part of request) text += String(part);
  return JSON.parse(text || '{}') as Seen;
};

beforeEach(async () => {
  seen = [];
  status = 200;
  localStorage.clear();
  server = createServer(async (request, response) => {
    const allow = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': '*',
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, allow).end();
    const body = await bodyOf(request);
    if (status === 200) seen.push(body);
    response
      .writeHead(status, { ...allow, 'content-type': 'application/json' })
      .end(JSON.stringify({ ...body, status }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  configureApi({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onUnauthorised: () => undefined,
  });
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

let number = 0;
const course = () => `course-${++number}`;
const position = (slide: number, key = 'position') =>
  ({ key, id: 'learner.save-position', input: { id: 'a', step_id: 'b', slide, sequence: slide } }) as const;

test('sends in order, and of one thing only the newest', async () => {
  const outbox = outboxOf('person', course());
  outbox.put(position(1, 'one'));
  outbox.put(position(2, 'two'));
  outbox.put(position(3, 'two'));
  expect(await outbox.settle()).toBe(true);
  expect(seen.map((one) => one.slide)).toEqual([1, 3]);
  expect(outbox.state()).toBe('saved');
});

test('keeps what was not confirmed, across tabs and failures', async () => {
  const id = course();
  const outbox = outboxOf('person', id);
  status = 503;
  outbox.put(position(4));
  expect(await outbox.settle()).toBe(false);
  expect(outbox.state()).toBe('offline');
  expect(JSON.parse(localStorage.getItem(`sergak.learning.person.${id}`)!)).toHaveLength(1);
  status = 200;
  expect(await outbox.settle()).toBe(true);
  expect(seen.map((one) => one.slide)).toEqual([4]);
  expect(localStorage.getItem(`sergak.learning.person.${id}`)).toBeNull();
});

test('waits for its own person when somebody else has signed in', async () => {
  const outbox = outboxOf('person', course());
  queryClient.setQueryData(AUTH_KEY, { status: 'authorised', me: { id: 'somebody-else' } });
  outbox.put(position(6));
  expect(await outbox.settle()).toBe(false);
  expect(seen).toEqual([]);
  queryClient.setQueryData(AUTH_KEY, { status: 'authorised', me: { id: 'person' } });
  expect(await outbox.settle()).toBe(true);
  expect(seen.map((one) => one.slide)).toEqual([6]);
  queryClient.removeQueries({ queryKey: AUTH_KEY });
});

test('lets go of what will never be accepted', async () => {
  const outbox = outboxOf('person', course());
  status = 409;
  outbox.put(position(5));
  expect(await outbox.settle()).toBe(true);
  expect(outbox.pending()).toEqual([]);
});
