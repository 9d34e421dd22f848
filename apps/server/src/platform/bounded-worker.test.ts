import { expect, test } from 'vitest';
import { openBoundedWorker, type Helper } from './bounded-worker.ts';

/** A helper that answers only when the test calls `answer`. */
const slowHelper = (cpu: () => number | null = () => null) => {
  const posted: { id: number; task: string }[] = [];
  let answer: (message: unknown) => void = () => undefined;
  let killed = 0;
  const helper: Helper = {
    post: (message) => void posted.push(message as { id: number; task: string }),
    onMessage: (listen) => (answer = listen),
    onEnd: () => undefined,
    cpuMs: async () => cpu(),
    hold: () => undefined,
    kill: () => (killed += 1),
  };
  return {
    helper,
    posted,
    finish: () => answer({ id: posted.at(-1)!.id, answer: posted.at(-1)!.task }),
    killed: () => killed,
  };
};

test('tasks run one at a time, a caller may use only a share of the queue, and the queue has a limit', async () => {
  const slow = slowHelper();
  const worker = openBoundedWorker<string, string>({
    start: () => slow.helper,
    cpuMs: 1_000,
    wallMs: 60_000,
    most: 3,
    mostOfOne: 2,
  });
  const first = worker.run('1', 'a');
  const second = worker.run('2', 'a');
  await expect(worker.run('3', 'a')).rejects.toMatchObject({ code: 'caller_busy' });
  const third = worker.run('4', 'b');
  await expect(worker.run('5', 'c')).rejects.toMatchObject({ code: 'busy' });
  for (const [task, waiting] of [
    [first, '1'],
    [third, '4'], // callers take turns
    [second, '2'],
  ] as const) {
    await expect.poll(() => slow.posted.at(-1)?.task).toBe(waiting);
    slow.finish();
    expect(await task).toBe(waiting);
  }
  expect(slow.posted).toHaveLength(3);
  expect(worker.waiting()).toBe(0);
  worker.close();
  expect(slow.killed()).toBe(1);
});

test('a task over its CPU limit fails, and its helper is killed', async () => {
  let used = 500;
  const slow = slowHelper(() => (used += 40));
  const worker = openBoundedWorker<string, string>({
    start: () => slow.helper,
    cpuMs: 100,
    wallMs: 60_000,
    most: 3,
    mostOfOne: 2,
  });
  await expect(worker.run('1', 'a')).rejects.toMatchObject({ code: 'timeout' });
  expect(used).toBeGreaterThanOrEqual(600);
  expect(slow.killed()).toBe(1);
});

test('waiting for the CPU does not count as computing time', async () => {
  const slow = slowHelper(() => 0);
  const worker = openBoundedWorker<string, string>({
    start: () => slow.helper,
    cpuMs: 1,
    wallMs: 200,
    most: 3,
    mostOfOne: 2,
  });
  await expect(worker.run('1', 'a')).rejects.toMatchObject({ code: 'slow' });
  expect(slow.killed()).toBe(1);
});

/** A worker whose helpers answer a task only when the test calls `finish`. */
const held = (options: { helpers?: number; most?: number; mostOfOne?: number; mostOfOrganization?: number }) => {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const start = (): Helper => {
    let answer: (message: unknown) => void = () => undefined;
    return {
      post: (message) => {
        const { id, task } = message as { id: number; task: string };
        started.push(task);
        finish.set(task, () => answer({ id, answer: task }));
      },
      onMessage: (listen) => (answer = listen),
      onEnd: () => undefined,
      cpuMs: async () => null,
      hold: () => undefined,
      kill: () => undefined,
    };
  };
  const worker = openBoundedWorker<string, string>({
    start,
    cpuMs: 60_000,
    wallMs: 60_000,
    most: 10,
    mostOfOne: 10,
    ...options,
  });
  const run = (task: string, organization: string) => worker.run(task, { person: task, organization });
  return { run, started, finish: (task: string) => finish.get(task)!() };
};

test('slow tasks of one organisation occupy one helper; other organisations go on at the other', async () => {
  const { run, started, finish } = held({ helpers: 2 });
  const slow = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a')];
  for (const task of ['b1', 'b2', 'c1']) {
    const other = run(task, task[0]!);
    await expect.poll(() => started).toContain(task);
    finish(task);
    expect(await other).toBe(task);
  }
  expect(started).toEqual(['a1', 'b1', 'b2', 'c1']);
  for (const task of ['a1', 'a2', 'a3']) {
    await expect.poll(() => started).toContain(task);
    finish(task);
  }
  expect(await Promise.all(slow)).toEqual(['a1', 'a2', 'a3']);
});

test('organisations that wait for one helper take turns', async () => {
  const { run, started, finish } = held({});
  const tasks = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
  const all = Promise.all(tasks.map((task) => run(task, task[0]!)));
  const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'];
  for (const task of order) {
    await expect.poll(() => started.at(-1)).toBe(task);
    finish(task);
  }
  expect(await all).toEqual(tasks);
});

test('an organisation may use only a share of the queue', async () => {
  const { run, started, finish } = held({ helpers: 2, most: 4, mostOfOrganization: 2 });
  const both = Promise.all([run('a1', 'a'), run('a2', 'a')]);
  await expect(run('a3', 'a')).rejects.toMatchObject({ code: 'caller_busy' });
  const other = run('b1', 'b');
  finish('b1');
  expect(await other).toBe('b1');
  finish('a1');
  await expect.poll(() => started).toContain('a2');
  finish('a2');
  expect(await both).toEqual(['a1', 'a2']);
});

test('a task that exceeds its time frees the helper for the next organisation', async () => {
  const slow = slowHelper();
  const quick = slowHelper();
  const helpers = [slow, quick];
  const worker = openBoundedWorker<string, string>({
    start: () => helpers.shift()!.helper,
    cpuMs: 60_000,
    wallMs: 100,
    most: 4,
    mostOfOne: 2,
  });
  const [late, next] = [worker.run('1', 'a'), worker.run('2', 'b')];
  await expect(late).rejects.toMatchObject({ code: 'slow' });
  expect(slow.killed()).toBe(1);
  await expect.poll(() => quick.posted).toHaveLength(1);
  quick.finish();
  expect(await next).toBe('2');
});
