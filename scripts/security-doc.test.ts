import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

/** Short forms of `docs/security.md` and `docs/threat-model.md`. */
const SHORT: Readonly<Record<string, string>> = {
  'server/': 'apps/server/src/',
  'test/': 'apps/server/test/',
  'web/': 'apps/web/src/',
  'contract/': 'packages/contract/src/',
};
const FILE = /^[\w./-]+\.(?:tsx?|mjs|md|json|yaml)$|^Dockerfile$|^\.[a-z]+(?:\.json)?$/;

const pathOf = (name: string): string => {
  const short = Object.keys(SHORT).find((prefix) => name.startsWith(prefix));
  return short ? SHORT[short] + name.slice(short.length) : name;
};

/** Files that a document names, each with the test titles quoted after it. */
const claimsOf = (text: string): { file: string; title: string | undefined }[] =>
  [...text.matchAll(/`([^`\n]+)`(?: “([^”\n]+)”)?/g)]
    .filter(([, name]) => FILE.test(name!) && (name!.includes('/') || existsSync(join(root, name!))))
    .map(([, name, title]) => ({ file: pathOf(name!), title }));

test.each(['docs/security.md', 'docs/threat-model.md'])('%s names files and tests that exist', (document) => {
  const claims = claimsOf(readFileSync(join(root, document), 'utf8'));
  expect(claims.length).toBeGreaterThan(10);
  const wrong = claims.filter(({ file, title }) => {
    if (!existsSync(join(root, file))) return true;
    return title !== undefined && !readFileSync(join(root, file), 'utf8').includes(title);
  });
  expect(wrong).toEqual([]);
});

test('each requirement of docs/security.md is listed once', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \|/gm)].flatMap((row) => row[1]!.split(', '));
  expect(rows.filter((id, at) => rows.indexOf(id) !== at)).toEqual([]);
  // Number of requirements of levels 1 and 2 in ASVS 5.0.0.
  expect(rows).toHaveLength(253);
});
