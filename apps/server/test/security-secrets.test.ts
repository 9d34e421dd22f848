import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest, newToken, newTrackingKey } from '../src/platform/secrets.ts';
import { newPlatform, platform } from './app.ts';

// Proofs of claims of docs/security.md about tokens, signatures and sealed values.

const bytesOf = (text: string) => Buffer.from(text, 'base64url').length;
const in1Minute = () => new Date(Date.now() + 60_000);

test('tokens are 256 random bits, keys of recipients 128, and a stored digest is no token', () => {
  const tokens = Array.from({ length: 1_000 }, newToken);
  expect(new Set(tokens).size).toBe(1_000);
  expect(new Set(tokens.map(bytesOf))).toEqual(new Set([32]));
  expect(bytesOf(newTrackingKey())).toBe(16);
  const [token] = tokens as [string];
  expect(digest(token)).toHaveLength(32);
  expect(digest(token).toString('base64url')).not.toBe(token);
});

test('a signed link with another payload, signature or algorithm, or after its end, is rejected', async () => {
  const { secrets } = await platform();
  const signed = secrets.sign({ id: 'a' }, in1Minute());
  expect(secrets.verify(signed, new Date())).toMatchObject({ id: 'a' });
  expect(secrets.verify(signed, new Date(Date.now() + 61_000))).toBeNull();
  const [payload, tag] = signed.split('.') as [string, string];
  const other = Buffer.from(JSON.stringify({ id: 'b', exp: Date.now() + 60_000 })).toString('base64url');
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  for (const forged of [
    `${other}.${tag}`,
    `${payload}.`,
    `${payload}.${tag}A`,
    `${payload}.${tag.slice(2)}`,
    payload,
    `${none}.${payload}.`,
  ])
    expect([forged, secrets.verify(forged, new Date())]).toEqual([forged, null]);
});

test('a link and a sealed value of another installation are rejected, and its key is readable by its owner alone', async () => {
  const [here, elsewhere] = [await platform(), await newPlatform()];
  expect(here.secrets.verify(elsewhere.secrets.sign({ id: 'a' }, in1Minute()), new Date())).toBeNull();
  const sealed = elsewhere.secrets.seal('password', 'mail_settings 1');
  expect(() => here.secrets.open(sealed, 'mail_settings 1')).toThrow();
  const { mode } = await stat(join(elsewhere.config.dataDir, 'secret.key'));
  expect(mode & 0o777).toBe(0o600);
  await elsewhere.db.close();
});

test('a sealed value is changed by nobody, belongs to its row, and two of the same text differ', async () => {
  const { secrets } = await platform();
  const sealed = secrets.seal('password', 'mail_settings 1');
  expect(secrets.open(sealed, 'mail_settings 1')).toBe('password');
  expect(sealed.includes('password')).toBe(false);
  expect(secrets.seal('password', 'mail_settings 1').equals(sealed)).toBe(false);
  expect(() => secrets.open(sealed, 'mail_settings 2')).toThrow();
  const at = sealed.length - 1;
  const changed = Buffer.from(sealed);
  changed[at]! ^= 1;
  expect(() => secrets.open(changed, 'mail_settings 1')).toThrow();
});
