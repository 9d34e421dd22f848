// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { keepBinding, readReturn, takeBinding } from './sso.ts';

afterEach(() => sessionStorage.clear());

test('the fragment of a return is a ticket, an error, or nothing', () => {
  expect(readReturn('#ticket=abc')).toEqual({ ticket: 'abc' });
  expect(readReturn('#error=expired')).toEqual({ error: 'expired' });
  expect(readReturn('')).toBeNull();
});

test('the binding is taken once', () => {
  keepBinding('secret');
  expect(takeBinding()).toBe('secret');
  expect(takeBinding()).toBeNull();
});
