import { expect, test } from 'vitest';
import { createBatches } from './batches.ts';

/** Batches whose runs end when the test says so. */
const opened = (most: number, parallel: number) => {
  const runs: { key: string; items: readonly number[]; end: (results: (number | Error)[] | Error) => void }[] = [];
  const add = createBatches<number, number>({
    most,
    parallel,
    run: (key, items) =>
      new Promise((resolve, reject) => {
        runs.push({ key, items, end: (results) => (results instanceof Error ? reject(results) : resolve(results)) });
      }),
  });
  return { runs, add };
};
const double = (items: readonly number[]) => items.map((item) => item * 2);

test('a call begins at once; calls that arrive meanwhile share the next batch', async () => {
  const { runs, add } = opened(3, 1);
  const answers = [1, 2, 3, 4, 5].map((item) => add('a', item));
  const other = add('b', 9);
  expect(runs.map(({ key, items }) => [key, items])).toEqual([
    ['a', [1]],
    ['b', [9]],
  ]);
  for (let n = 0; n < 4; n += 1) {
    runs[n]!.end(double(runs[n]!.items));
    await new Promise(setImmediate);
  }
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10]);
  expect(await other).toBe(18);
  expect(runs.map(({ items }) => items)).toEqual([[1], [9], [2, 3, 4], [5]]);
});

test('an error of one item fails only that item', async () => {
  const { runs, add } = opened(3, 1);
  const answers = [1, 2, 3].map((item) => add('a', item));
  runs[0]!.end([2]);
  await answers[0];
  await new Promise(setImmediate);
  runs[1]!.end([new Error('no'), 6]);
  expect(await Promise.allSettled(answers)).toMatchObject([{ value: 2 }, { reason: new Error('no') }, { value: 6 }]);
});

test('items of a failed batch are handled again on their own', async () => {
  const { runs, add } = opened(3, 1);
  const answers = [1, 2, 3].map((item) => add('a', item));
  const end = async (index: number, results: (number | Error)[] | Error) => {
    await new Promise(setImmediate);
    runs[index]!.end(results);
  };
  const all = Promise.allSettled(answers);
  await end(0, [2]);
  await end(1, new Error('together'));
  await end(2, new Error('alone'));
  await end(3, [6]);
  expect(await all).toMatchObject([{ value: 2 }, { reason: new Error('alone') }, { value: 6 }]);
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3], [2], [3]]);
});
