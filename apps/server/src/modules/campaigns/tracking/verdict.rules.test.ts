import { expect, test } from 'vitest';
import type { Hit } from './tracking.types.ts';
import { countLinks, judge, MANY_BROWSER_LINKS, MANY_LINKS } from './verdict.rules.ts';

const at = new Date('2026-11-18T09:00:00Z');
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const hit = (changes: Partial<Hit> = {}): Hit => ({
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
const verdict = (changes: Partial<Hit>, secondsAgo = 600, links = 1, clickedBefore = false) =>
  judge(hit(changes), secondsAgo * 1000, links, clickedBefore);

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

test('a mail service that loads pictures for its reader shows an open, but never clicks', () => {
  const userAgent = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
  expect(verdict({ kind: 'opened', userAgent, browserLike: false }, 1)).toEqual({ human: true, word: 'image_proxy' });
  expect(verdict({ kind: 'clicked', userAgent })).toEqual({ human: false, word: 'known_scanner' });
});

test('what loads ahead of a person is a machine', () => {
  expect(verdict({ prefetch: true })).toEqual({ human: false, word: 'prefetch' });
});

test('at once after the sending only a real browser is a person', () => {
  expect(verdict({ browserLike: false, kind: 'opened' }, 1)).toEqual({ human: false, word: 'too_soon' });
  expect(verdict({ browserLike: true }, 1).human).toBe(true);
  expect(verdict({ browserLike: false }, 600)).toEqual({ human: false, word: 'not_a_browser' });
  expect(judge(hit({ browserLike: false }), null, 1, false)).toEqual({
    human: false,
    word: 'before_delivery',
  });
});

test('one program walking through many people’s links right after the sending is a machine; an office is not', () => {
  expect(verdict({ kind: 'opened', browserLike: false }, 30, MANY_LINKS)).toEqual({ human: false, word: 'many_links' });
  expect(verdict({}, 30, MANY_LINKS).human).toBe(true);
  expect(verdict({}, 30, MANY_BROWSER_LINKS)).toEqual({ human: false, word: 'many_links' });
  expect(verdict({}, 600, MANY_BROWSER_LINKS).human).toBe(true);
});

test('a form counts when a person followed the link before', () => {
  expect(verdict({ kind: 'entered_data' }, 600, 1, true)).toEqual({ human: true, word: '' });
  expect(verdict({ kind: 'entered_data' }, 600, 1, false)).toEqual({ human: false, word: 'no_click_before' });
});

test('links are counted per address and program, each once, within the window', () => {
  const { count, forget } = countLinks();
  expect(['a', 'b', 'b', 'c'].map((key) => count(hit({ key })))).toEqual([1, 2, 2, 3]);
  forget(hit({ key: 'c' }));
  expect(count(hit({ key: 'e' }))).toBe(3);
  expect(count(hit({ key: 'd', address: '10.0.0.2' }))).toBe(1);
  expect(count(hit({ key: 'd', at: new Date(at.getTime() + 6_000) }))).toBe(1);
});
