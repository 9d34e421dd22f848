import { expect, it } from 'vitest';
import { isOneSite, sharesCookies } from './site.ts';

it.each([
  ['https://lk.example.uz', 'https://mail.example.uz', true],
  ['https://lk.example.co.uz', 'https://pages.other.co.uz', false], // co.uz is a public suffix
  ['https://learn.example.com', 'https://news-example.com', false],
  ['https://one.github.io', 'https://two.github.io', false],
  ['http://10.0.0.5:4100', 'http://10.0.0.5:4102', true],
  ['http://10.0.0.5:4100', 'http://10.0.0.6:4102', false],
  ['http://portal:4100', 'http://portal:4102', true],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4102', false],
  ['http://localhost:4100', 'http://localhost:4102', false],
])('%s and %s: one site is %s', (portal, phishing, expected) => expect(isOneSite(portal, phishing)).toBe(expected));

it.each([
  ['http://10.0.0.5:4100', 'http://10.0.0.5:4101', true],
  ['http://portal:4100', 'http://portal:4101', true],
  ['http://portal.example.uz', 'http://content.example.uz', false],
  ['https://portal.example.uz', 'https://portal.example.uz:4101', false], // the cookie has the prefix __Host-
  ['http://localhost:4100', 'http://localhost:4101', false],
])('portal %s and content %s: shared cookies are %s', (portal, content, expected) =>
  expect(sharesCookies(portal, content)).toBe(expected),
);
