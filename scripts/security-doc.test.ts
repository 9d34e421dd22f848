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

/** Requirements of ASVS that ask for a document; their proof is that document. */
const asksForDocument = (id: string) => /^(?:2|5|6|7|8|11|13|14|15|16)\.1\./.test(id);
/** Claims whose proof is still the source itself. Add a test and remove the number; a new claim names a test from the beginning. */
const withoutTest: readonly string[] = [
  '1.2.1',
  '1.2.3',
  '1.2.9',
  '3.7.1',
  '4.1.2',
  '5.3.1',
  '5.3.2',
  '5.4.1',
  '6.2.6',
  '6.2.7',
  '6.2.10',
  '6.4.2',
  '6.5.3',
  '6.5.4',
  '6.5.5',
  '7.4.4',
  '10.1.1',
  '10.5.1',
  '10.5.3',
  '11.2.1',
  '11.4.4',
  '11.6.1',
  '12.1.2',
  '13.2.5',
  '13.4.1',
  '13.4.2',
  '13.4.3',
  '14.2.1',
  '15.2.1',
  '15.2.3',
  '15.3.5',
  '16.2.1',
  '16.2.2',
  '16.2.4',
  '16.3.4',
  '16.4.1',
];

test('each claim of docs/security.md names a test that fails when the claim does', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const claims = [
    ...text.slice(text.indexOf('## Met')).matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| \d \| .* \| (.*) \|$/gm),
  ];
  expect(claims.length).toBeGreaterThan(150);
  const unproved = claims
    .filter(([, , proof]) => !/`[^`]*(?:\.(?:test|spec)\.tsx?|test\/walk\/[\w-]+\.ts)`/.test(proof!))
    .map(([, id]) => id!)
    .filter((id) => !asksForDocument(id));
  expect(unproved).toEqual(withoutTest);
});

test('each requirement of docs/security.md is listed once', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \|/gm)].flatMap((row) => row[1]!.split(', '));
  expect(rows.filter((id, at) => rows.indexOf(id) !== at)).toEqual([]);
  // Number of requirements of levels 1 and 2 in ASVS 5.0.0.
  expect(rows).toHaveLength(253);
});
