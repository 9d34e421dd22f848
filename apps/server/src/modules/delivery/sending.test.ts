import { expect, test } from 'vitest';
import { shareAnswers } from './sending.ts';

/** Queries that the test answers by hand, in the order in which they began. */
const questions = () => {
  const asked: { key: string; answer: (open: boolean) => void; fail: (error: Error) => void }[] = [];
  const gate = shareAnswers((key) => new Promise((answer, fail) => asked.push({ key, answer, fail })));
  return { asked, gate };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a result is shared, but never with a caller that came after its query began', async () => {
  const { asked, gate } = questions();
  const first = gate('a');
  const [second, third] = [gate('a'), gate('a')];
  const other = gate('b');
  expect(asked.map((one) => one.key)).toEqual(['a', 'b']);
  asked[0]!.answer(true);
  expect(await first).toBe(true);
  expect(asked.map((one) => one.key)).toEqual(['a', 'b', 'a']);
  const fourth = gate('a');
  asked[2]!.answer(false);
  expect(await Promise.all([second, third])).toEqual([false, false]);
  asked[1]!.answer(true);
  asked[3]!.answer(true);
  expect(await Promise.all([other, fourth])).toEqual([true, true]);
  await settled();
  void gate('a');
  expect(asked).toHaveLength(5);
});

test('a failed query rejects its callers and is repeated for later ones', async () => {
  const { asked, gate } = questions();
  const first = gate('a');
  const second = gate('a');
  asked[0]!.fail(new Error('no database'));
  await expect(first).rejects.toThrow('no database');
  asked[1]!.answer(true);
  expect(await second).toBe(true);
});
