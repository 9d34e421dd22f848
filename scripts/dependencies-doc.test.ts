import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
type Manifest = Partial<Record<(typeof kinds)[number], Record<string, string>>>;

test('docs/dependencies.md lists each direct dependency, and nothing else', () => {
  const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root })].map(
    (path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
  );
  const used = new Set(manifests.flatMap((one) => kinds.flatMap((kind) => Object.keys(one[kind] ?? {}))));
  const expected = [...used].filter((name) => !/^@(types|sergak)\//.test(name));
  const rows = readFileSync(join(root, 'docs/dependencies.md'), 'utf8').matchAll(/^\| ([a-z@][^|]*) \|/gm);
  const listed = [...rows].flatMap((row) => row[1]!.split(', ')).filter((name) => name !== 'package');
  expect(listed.sort()).toEqual(expected.sort());
});
