import { expect, test } from 'vitest';
import { entryScriptOf, isReloading, recoverFromLoadFailure } from './stale-page.ts';

const html = (name: string) =>
  `<link rel="modulepreload" href="/lk/assets/kit.js"><script type="module" crossorigin src="/lk/assets/${name}.js"></script>`;

const worldOf = (changes: Partial<Parameters<typeof recoverFromLoadFailure>[0]> = {}) => {
  const kept = new Map<string, string>();
  const seen = { reloads: 0 };
  const world = {
    fetchPage: () => Promise.resolve(html('index-new')),
    store: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    unsaved: () => false,
    reload: () => void (seen.reloads += 1),
    ...changes,
  };
  return { seen, world };
};

test('the page is not reloaded without a network, a valid page or storage, or with unsaved work', async () => {
  const closed = {
    getItem: () => null,
    setItem: () => {
      throw new Error('storage is closed');
    },
  };
  for (const changes of [
    { fetchPage: () => Promise.reject(new TypeError('Failed to fetch')) },
    { fetchPage: () => Promise.resolve('<p>502 Bad Gateway') },
    { unsaved: () => true },
    { store: closed },
  ]) {
    const { seen, world } = worldOf(changes);
    expect(await recoverFromLoadFailure(world)).toBe(false);
    expect(seen.reloads).toBe(0);
  }
  expect(isReloading()).toBe(false);
});

test('the page reloads once for each build of the server', async () => {
  const { seen, world } = worldOf();
  expect([await recoverFromLoadFailure(world), await recoverFromLoadFailure(world)]).toEqual([true, false]);
  expect(isReloading()).toBe(true);
  const later = { ...world, fetchPage: () => Promise.resolve(html('index-newest')) };
  expect([await recoverFromLoadFailure(later), await recoverFromLoadFailure(later), seen.reloads]).toEqual([
    true,
    false,
    2,
  ]);
});

test('the entry script is found whatever the order of its attributes', () => {
  expect(entryScriptOf('<script src="/a.js"></script><script type="module" src="/b.js"></script>')).toBe('/b.js');
  expect(entryScriptOf('<script src="/a.js"></script>')).toBeNull();
});
