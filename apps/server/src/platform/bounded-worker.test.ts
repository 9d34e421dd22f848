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
    [second, '2'],
    [third, '4'],
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
