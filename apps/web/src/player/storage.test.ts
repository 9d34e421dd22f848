import { afterEach, expect, test, vi } from 'vitest';
import { clearStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** The page of a package and what its browser keeps. */
const open = () => {
  const cookies: string[] = [];
  const buckets = new Set(['drafts', 'media']);
  vi.stubGlobal('location', { hostname: 'c.bank.uz', pathname: '/content/7/index.html' });
  vi.stubGlobal('document', {
    get cookie() {
      return 'plain=1; __Host-mark=2; sergak.lang=ru';
    },
    set cookie(text: string) {
      cookies.push(text);
    },
  });
  vi.stubGlobal('navigator', {
    storageBuckets: {
      keys: () => Promise.resolve([...buckets]),
      delete: (name: string) => Promise.resolve(void buckets.delete(name)),
    },
  });
  return { cookies, buckets };
};

test('cookies expire in every form that a package may set, the language stays', async () => {
  const { cookies } = open();
  await clearStorage();
  for (const name of ['plain', '__Host-mark'])
    for (const form of ['', '; secure; samesite=none', '; secure; samesite=none; partitioned'])
      for (const domain of ['', '; domain=bank.uz'])
        for (const path of ['/', '/content/7', '/content/7/'])
          expect(cookies).toContain(`${name}=; path=${path}; max-age=0${domain}${form}`);
  expect(cookies.filter((text) => text.startsWith('sergak.lang'))).toEqual([]);
});

test('storage buckets are deleted', async () => {
  const { buckets } = open();
  await clearStorage();
  expect([...buckets]).toEqual([]);
});
