import { expect, test } from 'vitest';
import { isReloading, reloadOnce } from './stale-page.ts';

const storeOf = (kept = new Map<string, string>()) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});

test('without a memory nothing is reloaded: it could go round for ever', () => {
  const broken = {
    getItem: (): string | null => {
      throw new Error('storage is closed');
    },
    setItem: (): void => undefined,
  };
  expect(reloadOnce('/lk/assets/a.js', broken, () => expect.unreachable())).toBe(false);
  expect(isReloading()).toBe(false);
});

test('the page is loaded anew once for each build', () => {
  const store = storeOf();
  let reloads = 0;
  const fail = (build: string): boolean => reloadOnce(build, store, () => (reloads += 1));
  expect([fail('/lk/assets/a.js'), fail('/lk/assets/a.js')]).toEqual([true, false]);
  expect(isReloading()).toBe(true);
  expect([fail('/lk/assets/b.js'), reloads]).toEqual([true, 2]);
});
