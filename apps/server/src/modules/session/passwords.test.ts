import { expect, test } from 'vitest';
import { checkPassword, hashPassword } from './passwords.ts';

test('a flood of guesses does not delay people who are known at their address', async () => {
  await checkPassword(null, 'warm up');
  const done: string[] = [];
  const check = async (turn: 'first' | 'later') => {
    await checkPassword(null, 'guess', turn);
    done.push(turn);
  };
  const flood = Array.from({ length: 24 }, () => check('later'));
  await Promise.all([...flood, check('first')]);
  expect(done).toHaveLength(25);
  expect(done.indexOf('first')).toBeLessThan(9);
});

test('a password is hashed as received by argon2id with 19 MiB and two passes, up to its last character', async () => {
  const password = `${' Ё'.repeat(63)}x `;
  expect(password).toHaveLength(128);
  const stored = await hashPassword(password);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword(password)).not.toBe(stored);
  expect(await checkPassword(stored, password)).toBe(true);
  for (const other of [password.slice(0, -1), `${password.slice(0, -1)}y`, password.toLowerCase(), password.trim()])
    expect(await checkPassword(stored, other)).toBe(false);
});
