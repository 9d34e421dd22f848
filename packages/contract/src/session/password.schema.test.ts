import { expect, test } from 'vitest';
import { sessionEndpoints } from './session.endpoints.ts';
import { password } from './session.schema.ts';

test('a password has 8 to 128 characters of any kind', () => {
  for (const accepted of ['a'.repeat(8), 'тихая га', '12345678', ' '.repeat(8), 'x'.repeat(128)])
    expect(password.safeParse(accepted)).toEqual({ success: true, data: accepted });
  for (const rejected of ['', 'a'.repeat(7), 'x'.repeat(129)]) expect(password.safeParse(rejected).success).toBe(false);
});

test('changing the password needs the current one', () => {
  const { body } = sessionEndpoints['session.change-password'];
  expect(body.safeParse({ password: 'Тихая гавань 7' }).success).toBe(false);
  expect(body.safeParse({ password: 'Тихая гавань 7', current: 'x' }).success).toBe(true);
});
