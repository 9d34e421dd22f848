import { expect, test } from 'vitest';
import type { Hit } from './tracking.types.ts';
import { judgeAlone } from './verdict.rules.ts';

const at = new Date('2026-11-18T09:00:00Z');
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const hit = (changes: Partial<Hit> = {}): Hit => ({
  id: '019aa000-0000-7000-8000-000000000000',
  again: false,
  key: 'k',
  kind: 'clicked',
  at,
  address: '10.0.0.1',
  userAgent: chrome,
  prefetch: false,
  browserLike: true,
  fields: [],
  ...changes,
});
const verdict = (changes: Partial<Hit>, secondsAgo: number | null = 600) =>
  judgeAlone(hit(changes), secondsAgo === null ? null : secondsAgo * 1000);

test('a browser some minutes after delivery is a person', () => {
  expect(verdict({})).toEqual({ human: true, word: '' });
  expect(verdict({ kind: 'opened' })).toEqual({ human: true, word: '' });
  expect(verdict({ kind: 'opened', browserLike: false })).toEqual({ human: true, word: '' });
});

test.each([
  ['curl/8.1', 'known_scanner'],
  ['python-requests/2.31', 'known_scanner'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'known_scanner'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0.0.0', 'known_scanner'],
  ['Mozilla/5.0 (compatible; Barracuda Sentinel)', 'known_scanner'],
  ['', 'no_user_agent'],
  ['  ', 'no_user_agent'],
  ['Mozilla/5.0', 'privacy_proxy'],
])('%s is a machine', (userAgent, word) => {
  expect(verdict({ userAgent })).toEqual({ human: false, word });
});

test('a mail service that loads pictures for its reader can report an open, but never a click', () => {
  const userAgent = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
  expect(verdict({ kind: 'opened', userAgent, browserLike: false }, 1)).toEqual({ human: true, word: 'image_proxy' });
  expect(verdict({ kind: 'clicked', userAgent })).toEqual({ human: false, word: 'known_scanner' });
});

test('a prefetch is a machine', () => {
  expect(verdict({ prefetch: true })).toEqual({ human: false, word: 'prefetch' });
});

test('a click within five minutes waits for evidence, a picture within one minute', () => {
  const unconfirmed = { human: false, word: 'unconfirmed' };
  expect(verdict({}, 1)).toEqual(unconfirmed);
  expect(verdict({}, 299)).toEqual(unconfirmed);
  expect(verdict({}, 300).human).toBe(true);
  expect(verdict({}, null)).toEqual(unconfirmed);
  expect(verdict({ kind: 'opened_attachment' }, 299)).toEqual(unconfirmed);
  expect(verdict({ kind: 'opened', browserLike: false }, 59)).toEqual(unconfirmed);
  expect(verdict({ kind: 'opened', browserLike: false }, 60).human).toBe(true);
});

test('a used page and a form are evidence themselves', () => {
  expect(verdict({ kind: 'used_page' }, 1)).toEqual({ human: true, word: '' });
  expect(verdict({ kind: 'entered_data' }, 1)).toEqual({ human: true, word: '' });
  expect(verdict({ kind: 'used_page', userAgent: 'HeadlessChrome/142' }, 1).word).toBe('known_scanner');
});

test('a program that is not a browser never counts as a click', () => {
  expect(verdict({ browserLike: false }, 1)).toEqual({ human: false, word: 'not_a_browser' });
  expect(verdict({ browserLike: false }, 600)).toEqual({ human: false, word: 'not_a_browser' });
  expect(verdict({ browserLike: false }, null)).toEqual({ human: false, word: 'before_delivery' });
});

test('an address of a known mail filter is a machine, whatever the program', () => {
  expect(verdict({ address: '104.47.3.7' })).toEqual({ human: false, word: 'known_network' });
  expect(verdict({ address: '52.103.255.1' }).word).toBe('known_network');
  expect(verdict({ address: '104.48.3.7' }).human).toBe(true);
  expect(verdict({ address: '2001:db8::1' }).human).toBe(true);
});

test('an Office program that loads the picture of an attachment is a person; following a link with it is not', () => {
  const word = { userAgent: 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)', browserLike: false };
  const seen = { ...word, kind: 'opened_attachment' as const, picture: true };
  expect(verdict(seen, 60)).toEqual({ human: true, word: '' });
  expect(verdict(seen, 59)).toEqual({ human: false, word: 'unconfirmed' });
  expect(verdict(seen, null)).toEqual({ human: false, word: 'before_delivery' });
  expect(verdict({ ...seen, picture: false }).word).toBe('known_scanner');
  const discovery = { ...seen, userAgent: 'Microsoft Office Existence Discovery' };
  expect(verdict(discovery).word).toBe('known_scanner');
});
