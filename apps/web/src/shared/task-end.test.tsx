// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import TaskTray from '../app/frames/task-tray.tsx';
import { queryClient } from './query-client.ts';
import { useRead } from './query.ts';
import { followTask } from './tasks.ts';
import { closeToast, currentToasts } from './toasts.ts';
import { draw, onPage } from './ui/testing.tsx';
import './wire.ts';

let task: { status: number; body: object };
let lists = 0;
const answered = (status: number, body: object) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const server = (address: string) => {
  if (address.includes('/events/'))
    return task.status === 0 ? Promise.reject(new TypeError()) : answered(task.status, task.body);
  lists += 1;
  return answered(200, { data: [], total_count: lists });
};
const event = (status: string) => ({
  id: 'x',
  kind: 'tag_people',
  status,
  done: 1,
  total: 1,
  stage: null,
  message: null,
  detail: null,
  cancellable: false,
  result: { done: 1, of: 1, skipped: {} },
  created_at: '',
  finished_at: null,
});

beforeEach(() => {
  lists = 0;
  vi.stubGlobal('fetch', server);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  for (const toast of currentToasts()) closeToast(toast.id);
  vi.unstubAllGlobals();
  queryClient.clear();
  sessionStorage.clear();
});

const People = (): ReactNode => <p data-people>{useRead('employees.list', {}).data?.total_count}</p>;
const shown = async () => {
  const drawn = await draw(
    onPage(
      <>
        <People />
        <TaskTray />
      </>,
    ),
  );
  await pass(100);
  return { ...drawn, people: () => drawn.root.querySelector('[data-people]')!.textContent };
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const follow = (id: string) => act(() => followTask({ id, label: 'Добавление в тег', touches: ['employees'] }));

test('a task that ended before it was first asked for refreshes what it changed', async () => {
  task = { status: 200, body: event('success') };
  const { people, end } = await shown();
  expect(people()).toBe('1');
  follow('ended-before');
  await pass(100);
  expect(people()).toBe('2');
  end();
});

test('the end of a task during a network outage is noticed after the outage', async () => {
  task = { status: 200, body: event('in_progress') };
  const { people, root, end } = await shown();
  follow('network');
  await pass(100);
  task = { status: 0, body: {} };
  await pass(60_000);
  expect(people()).toBe('1');
  task = { status: 200, body: event('success') };
  await pass(30_000);
  expect(people()).toBe('2');
  expect(root.textContent).not.toContain('Добавление в тег');
  end();
});

test('a running task is checked less often at first and more often later, and never after its end', async () => {
  task = { status: 200, body: event('in_process') };
  const { end } = await shown();
  const asked: number[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('/events/')) asked.push(performance.now());
    return server(address);
  });
  follow('polled');
  await pass(60_000);
  const delays = asked.slice(1).map((at, i) => Math.round((at - asked[i]!) / 100) * 100);
  expect(delays.slice(0, 4)).toEqual([500, 500, 500, 500]);
  expect(delays.slice(4, 8)).toEqual([4000, 4000, 4000, 4000]);
  expect(delays.slice(8, 15)).toEqual([3000, 3000, 3000, 3000, 3000, 3000, 3000]);
  expect(delays.slice(15).every((delay) => delay === 2000)).toBe(true);
  task = { status: 200, body: event('success') };
  await pass(2000);
  const { length } = asked;
  await pass(60_000);
  expect(asked).toHaveLength(length);
  end();
});

test('a task that the server no longer has counts as ended and is removed from the tray', async () => {
  task = { status: 404, body: { code: 'task.not_found' } };
  const { people, root, end } = await shown();
  follow('forgotten');
  await pass(30_000);
  expect(people()).toBe('2');
  expect(root.textContent).not.toContain('Добавление в тег');
  end();
});

test('the success of a quiet task is not announced, its failure is', async () => {
  task = { status: 200, body: event('success') };
  const { people, end } = await shown();
  const quiet = (id: string) => act(() => followTask({ id, label: 'Письма', touches: ['employees'], quiet: true }));
  quiet('done');
  await pass(100);
  expect(people()).toBe('2');
  expect(currentToasts()).toHaveLength(0);
  task = { status: 200, body: event('error') };
  quiet('failed');
  await pass(100);
  expect(currentToasts().map(({ kind }) => kind)).toEqual(['error']);
  end();
});
