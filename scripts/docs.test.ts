import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);
const documents = files.filter(
  (path) => path.endsWith('.md') && !path.startsWith('content/') && !path.startsWith('apps/web/help/'),
);
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8').replace(/^```[^]*?^```/gm, '');

/** Anchors as GitHub makes them from headings. */
const anchorsOf = (path: string): Set<string> =>
  new Set(
    [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );

test('links between documents lead to files and headings that exist', () => {
  const broken = documents.flatMap((path) =>
    [...textOf(path).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(#[^)\s]*)?\)/g)].flatMap(([, file, anchor]) => {
      const target = file === '' ? path : normalize(join(dirname(path), file!));
      const exists = files.includes(target) || files.some((one) => one.startsWith(`${target.replace(/\/$/, '')}/`));
      const found = exists && (!anchor || !target.endsWith('.md') || anchorsOf(target).has(anchor.slice(1)));
      return found ? [] : [`${path}: ${file}${anchor ?? ''}`];
    }),
  );
  expect(broken).toEqual([]);
});

/** Documents shorten paths: `server/app/main.ts`, `contract/paging.ts`, `@sergak/mail/pool.ts`. */
const fullPath = (name: string): string =>
  name
    .replace(/^(server|web)\//, 'apps/$1/src/')
    .replace(/^contract\//, 'packages/contract/src/')
    .replace(/^@sergak\/(\w+)\//, 'packages/$1/src/');

test('files that documents name exist', () => {
  const source = /`((?:[\w@-]+\/)*\w[\w.-]*\.(?:tsx?|mjs|sql|tsv|md))`/g;
  const missing = documents.flatMap((path) =>
    [...textOf(path).matchAll(source)].flatMap(([, name]) => {
      const exists = [name!, fullPath(name!)].some((one) =>
        files.some((file) => file === one || file.endsWith(`/${one}`)),
      );
      return exists || /\.gen\.ts$|^x\./.test(name!) ? [] : [`${path}: ${name}`];
    }),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test('the README counts the library as it is', () => {
  const count = (pattern: RegExp) => files.filter((path) => pattern.test(path)).length;
  const listed = (name: string) =>
    (JSON.parse(readFileSync(join(root, 'content', 'phishing', name), 'utf8')) as unknown[]).length;
  const library = /- \*\*Library\*\*: [^]*?\n- /.exec(textOf('README.md'))![0].replaceAll('\n', ' ');
  expect([...library.matchAll(/\d+/g)].map(([number]) => Number(number))).toEqual([
    count(/^content\/courses\/[^/]+\/course\.json$/),
    count(/^content\/phishing\/[^/]+\/template\.json$/),
    listed('categories.json'),
    count(/^content\/phishing\/pages\/[^/]+\/page\.json$/),
    listed('programmes.json'),
  ]);
});
