// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import { configureApi } from '../../shared/api.ts';
import { ApiError } from '../../shared/api-error.ts';
import { addTexts } from '../../shared/i18n/texts.ts';
import { AUTH_KEY, queryClient } from '../../shared/query-client.ts';
import { closeToast, currentToasts } from '../../shared/toasts.ts';
import { outboxOf, waits } from './outbox.ts';

type Seen = { slide: number; sequence: number };
let server: Server;
let seen: Seen[] = [];
let status = 200;
let code: string | undefined;
let changes = 0;
let retryAfter: string | undefined;
let hits: string[] = [];

const bodyOf = async (request: IncomingMessage): Promise<Seen> => {
  let text = '';
  for await (const part of request) text += String(part);
  return JSON.parse(text || '{}') as Seen;
};

beforeAll(() => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'global_errors', errors);
});
beforeEach(async () => {
  seen = [];
  status = 200;
  code = undefined;
  changes = 0;
  retryAfter = undefined;
  hits = [];
  localStorage.clear();
  server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (status === 200) seen.push(body);
    hits.push(request.url!.split('/').at(-1)!);
    const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) };
    response.writeHead(status, headers).end(JSON.stringify({ ...body, status, code }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };
  happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/lk/user/learning`);
  configureApi({ onSessionEnd: () => undefined, onSessionChange: () => (changes += 1) });
});
afterEach(async () => {
  for (const toast of currentToasts()) closeToast(toast.id);
  vi.useRealTimers();
  await new Promise((resolve) => server.close(resolve));
});

let number = 0;
const course = () => `course-${++number}`;
const position = (slide: number, key = 'position') =>
  ({ key, id: 'learner.save-position', input: { id: 'a', step_id: 'b', slide, sequence: slide } }) as const;

test('sends in order, and of items for the same thing only the newest', async () => {
  const outbox = outboxOf('person', course());
  outbox.put(position(1, 'one'));
  outbox.put(position(2, 'two'));
  outbox.put(position(3, 'two'));
  expect(await outbox.settle()).toBe(true);
  expect(seen.map((one) => one.slide)).toEqual([1, 3]);
  expect(outbox.state()).toBe('saved');
});

test('keeps unconfirmed items across tabs and failures', async () => {
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

test('waits for its own person while another person is signed in', async () => {
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

const answer = (question: string) =>
  ({
    key: `answer:a:${question}`,
    id: 'learner.answer',
    input: { id: 'a', attempt_id: 'b', question_id: question, answer: { option: 'c' }, sequence: 7 },
  }) as const;

test('keeps an answer while the session has a pending sign-in step, and sends it afterwards', async () => {
  queryClient.setQueryData(AUTH_KEY, { status: 'authorised', me: { id: 'person' } });
  const id = course();
  const outbox = outboxOf('person', id);
  status = 403;
  code = 'session.incomplete';
  outbox.put(answer('first'));
  expect(await outbox.settle()).toBe(false);
  expect(changes).toBeGreaterThan(0);
  expect(outbox.state()).not.toBe('saved');
  expect(JSON.parse(localStorage.getItem(`sergak.learning.person.${id}`)!)).toHaveLength(1);
  queryClient.setQueryData(AUTH_KEY, { status: 'consent' });
  expect(await outbox.settle()).toBe(false);
  status = 200;
  queryClient.setQueryData(AUTH_KEY, { status: 'authorised', me: { id: 'person' } });
  await vi.waitFor(() => expect(outbox.pending()).toEqual([]), { timeout: 20_000 });
  expect(seen.map((one) => one.sequence)).toEqual([7]);
  await vi.waitFor(() => expect(outbox.state()).toBe('saved'), { timeout: 20_000 });
  queryClient.removeQueries({ queryKey: AUTH_KEY });
});

test.each([
  [409, 'attempt.finished', 'Эта попытка уже завершена'],
  [403, 'session.forbidden', 'У вашей роли нет права на это действие'],
])('lets go of what will never be accepted (%i %s), and says so', async (rejected, why, reason) => {
  const outbox = outboxOf('person', course());
  status = rejected;
  code = why;
  outbox.put(answer('first'));
  expect(await outbox.settle()).toBe(true);
  expect(outbox.pending()).toEqual([]);
  expect(outbox.state()).toBe('rejected');
  expect(currentToasts().at(-1)).toMatchObject({ kind: 'error', text: `Ответ не сохранён. ${reason}` });
  expect(await outbox.settle()).toBe(true);
  expect(outbox.state()).toBe('rejected');
  status = 200;
  outbox.put(answer('second'));
  expect(await outbox.settle()).toBe(true);
  expect(outbox.state(), 'the first answer is still lost').toBe('rejected');
  outbox.put(answer('first'));
  expect(await outbox.settle()).toBe(true);
  expect(outbox.state()).toBe('saved');
});

test('an attempt does not end without the answer that was rejected', async () => {
  const outbox = outboxOf('person', course());
  const open: string[] = [];
  outbox.onRejected((item) => open.push(item.key));
  status = 503;
  outbox.put(answer('first'));
  outbox.put({ key: 'complete:b', id: 'learner.complete-attempt', input: { id: 'a', attempt_id: 'b' } });
  expect(await outbox.settle()).toBe(false);
  [status, hits] = [422, []];
  expect(await outbox.settle()).toBe(true);
  expect(hits).toEqual(['answer']);
  expect(open).toEqual(['answer:a:first']);
  expect(outbox.state()).toBe('rejected');
});

test('half of an emoji in an answer is replaced before it is sent', async () => {
  const outbox = outboxOf('person', course());
  const input = { ...answer('first').input, answer: { text: '😀'.slice(0, 1) } };
  outbox.put({ ...answer('first'), input });
  expect(await outbox.settle()).toBe(true);
  expect(seen).toMatchObject([{ answer: { text: '\uFFFD' } }]);
});

test('a rejected slide position shows no error', async () => {
  const before = currentToasts();
  const outbox = outboxOf('person', course());
  status = 409;
  outbox.put(position(5));
  expect(await outbox.settle()).toBe(true);
  expect(outbox.state()).toBe('rejected');
  expect(currentToasts()).toEqual(before);
});

test.each([
  [0, true],
  [401, true],
  [404, false],
  [409, false],
  [429, true],
  [503, true],
])('what failed with %i is kept for later: %s', (failed, kept) => {
  expect(waits(new ApiError({ url: '/lk', method: 'POST' }, failed, {}))).toBe(kept);
});

test('waits as long as the server asks, also for items that are added meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const outbox = outboxOf('person', course());
  [status, retryAfter] = [429, '3600'];
  outbox.put(position(1, 'one'));
  expect(await outbox.settle()).toBe(false);
  [status, retryAfter] = [200, undefined];
  const asked = hits.length;
  outbox.put(position(2, 'two'));
  expect(await outbox.settle()).toBe(false);
  dispatchEvent(new Event('online'));
  expect(await outbox.settle()).toBe(false);
  expect([hits.length, outbox.state()]).toEqual([asked, 'offline']);
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(await outbox.settle()).toBe(true);
  expect(seen.map((one) => one.slide)).toEqual([1, 2]);
});

test('the start of a theme and the end of an attempt survive a lost network, in order with the answers', async () => {
  const id = course();
  const outbox = outboxOf('person', id);
  const ended: string[] = [];
  outbox.onCompleted((attempt) => ended.push(attempt));
  status = 503;
  outbox.put({ key: 'launch:t', id: 'learner.launch-theme', input: { id: 'a', theme_id: 't' } });
  outbox.put(answer('first'));
  outbox.put({ key: 'complete:b', id: 'learner.complete-attempt', input: { id: 'a', attempt_id: 'b' } });
  // an answer that is changed before the end was accepted still counts
  outbox.put(answer('second'));
  outbox.put(answer('first'));
  expect(await outbox.settle()).toBe(false);
  const kept = JSON.parse(localStorage.getItem(`sergak.learning.person.${id}`)!) as { key: string }[];
  expect(kept.map((item) => item.key)).toEqual(['launch:t', 'answer:a:second', 'answer:a:first', 'complete:b']);
  status = 200;
  hits = [];
  expect(await outbox.settle()).toBe(true);
  expect(hits).toEqual(['launch', 'answer', 'answer', 'complete']);
  expect(ended).toEqual(['b']);
});

test('on a closing page the end of an attempt does not overtake its answers', async () => {
  const outbox = outboxOf('person', course());
  status = 503;
  outbox.put(answer('first'));
  outbox.put({ key: 'complete:b', id: 'learner.complete-attempt', input: { id: 'a', attempt_id: 'b' } });
  expect(await outbox.settle()).toBe(false);
  hits = [];
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(hits).toContain('answer'), { timeout: 20_000 });
  expect(hits).not.toContain('complete');
  status = 200;
  expect(await outbox.settle()).toBe(true);
});
