import { expect, test } from 'vitest';
import { linkHosts } from './link-hosts.ts';

test.each([
  ['<a href="https://Evil.test/x">', ['evil.test']],
  ["<a href='//evil.test/x'>", ['evil.test']],
  ['<a/href=https://phish.test@evil.test/>', ['evil.test']],
  ['<a href="&#104;ttps://evil.test/x">', ['evil.test']],
  ['<a href="ht\n\ttps://evil.test/x">', ['evil.test']],
  ['<a href="https&colon;//evil.test/x">', ['?']],
  ['<form action="http://evil.test"><button formaction="ftp://more.test">', ['evil.test', 'more.test']],
  [
    '<a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.test%2Fx&amp;data=05">',
    ['evil.test'],
  ],
  [
    '<a href="https://safelinks.protection.outlook.com.evil.test/?url=https%3A%2F%2Fphish.test">',
    ['safelinks.protection.outlook.com.evil.test'],
  ],
  ['<a href="https://eur01.safelinks.protection.outlook.com/?x=1">', ['?']],
  ['<a href="https://urldefense.proofpoint.com/v2/url?u=https-3A__evil.test_x&d=D">', ['evil.test']],
  ['<a href="https://urldefense.com/v3/__https://evil.test/x__;!!a!b$">', ['evil.test']],
  ['<a href="https://protect-eu.mimecast.com/s/abc">', []],
  ['<a href="#x"><a href="mailto:a@evil.test"><img src="https://picture.test/a.png">', []],
])('a link leads to its target: %s', (html, hosts) => {
  expect(linkHosts(html, '')).toEqual(hosts);
});

test('addresses in a text are links, and above the limit nothing is known', () => {
  expect(linkHosts('', 'see https://evil.test/a), www.more.test.')).toEqual(['evil.test', 'www.more.test']);
  expect(linkHosts('', Array.from({ length: 300 }, (_, n) => `https://h${n}.test`).join(' '))).toEqual(['?']);
});
