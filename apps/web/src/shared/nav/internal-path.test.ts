import { expect, test } from 'vitest';
import { internalPath } from './internal-path.ts';

test('only a path of this portal leads back', () => {
  expect(internalPath('/lk/admin/organization?tab=settings')).toBe('/lk/admin/organization?tab=settings');
  expect(internalPath('/lk')).toBe('/lk');
  for (const wish of [
    'https://elsewhere.example/lk/',
    '//elsewhere.example/lk',
    '/lkx',
    '/lk//elsewhere.example',
    '/lk/../elsewhere',
    '/lk\\elsewhere',
    'javascript:alert(1)',
    '/lk/\u0009//x',
    '',
    undefined,
    ['/lk/admin'],
    1,
  ])
    expect(internalPath(wish), JSON.stringify(wish)).toBeUndefined();
});
