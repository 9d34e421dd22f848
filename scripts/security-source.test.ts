import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

// Proofs of claims of docs/security.md about what the source does not contain.

const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
  .filter((name) => !/\.(?:test|spec|fixture)\.tsx?$|\.gen\.ts$|\/test-[^/]*\.ts$/.test(name))
  .map((name) => ({
    name,
    text: readFileSync(join(root, name), 'utf8').replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, ''),
  }));
const filesWith = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test('no code is built from text', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(filesWith(/(?<![\w.])eval\(|new Function\(|dangerouslySetInnerHTML/)).toEqual([]);
});

test('programs are started without a shell', () => {
  expect(filesWith(/\b(?:exec|execSync)\b[^;]*from 'node:child_process'|shell: *true/)).toEqual([]);
});

test('no weak cipher is used, and digests without resistance to collisions only where nothing depends on it', () => {
  expect(filesWith(/createCipheriv\('(?!aes-256-gcm')|-ecb'|-cbc'|'rc4'|'des-/i)).toEqual([]);
  expect(filesWith(/\bmd5\(/)).toEqual([]);
  expect(filesWith(/createHash\('(?:md5|sha1)'/).sort()).toEqual([
    'apps/server/src/modules/library/publish.service.ts',
    'apps/server/src/platform/file-disk.ts',
    'apps/server/src/platform/http/web-files.ts',
  ]);
});

test('HTTP is parsed strictly', () => expect(filesWith(/insecureHTTPParser/)).toEqual([]));
