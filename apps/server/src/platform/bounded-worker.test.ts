import { expect, test } from 'vitest';
import { openBoundedWorker, type Helper } from './bounded-worker.ts';

/** A helper that answers only when it is told to. */
const slowHelper = () => {
  const posted: { id: number; task: string }[] = [];
  let answer: (message: unknown) => void = () => undefined;
  let killed = 0;
  const helper: Helper = {
    post: (message) => void posted.push(message as { id: number; task: string }),
    onMessage: (listen) => (answer = listen),
    onEnd: () => undefined,
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

test('one task runs at a time, a caller has a share of the queue, and the queue has an end', async () => {
  const slow = slowHelper();
  const worker = openBoundedWorker<string, string>({ start: () => slow.helper, taskMs: 60_000, most: 3, mostOfOne: 2 });
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

test('a task without an answer in its time fails, and its helper is killed', async () => {
  const slow = slowHelper();
  const worker = openBoundedWorker<string, string>({ start: () => slow.helper, taskMs: 1, most: 3, mostOfOne: 2 });
  await expect(worker.run('1', 'a')).rejects.toMatchObject({ code: 'timeout' });
  expect(slow.killed()).toBe(1);
});
