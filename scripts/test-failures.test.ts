import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureLines, failuresOfPlaywright, failuresOfVitest, pageLines } from './test-failures.mjs';

const root = join(import.meta.dirname, '..');
const reported = (report: object): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'sergak-report-')), 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
};
/** The message of Playwright for a failed soft expectation. */
const soft = (about: string, found: string) => ({
  message: `Error: ${about}\n\n\x1b[2mexpect(\x1b[22mreceived).toEqual(expected)\n\n- Expected  - 1\n+ Received  + 3\n\n- Array []\n+ Array [\n+   "${found}",\n+ ]\n    at /a/b.ts:3:1`,
});
const playwright = (errors: object[], ok = false, attachments: object[] = []) => ({
  config: { rootDir: join(root, 'e2e') },
  suites: [
    {
      suites: [
        {
          specs: [
            {
              title: 'all screens',
              file: 'walk/a.spec.ts',
              line: 7,
              ok,
              tests: [{ results: [{ errors, attachments }] }],
            },
          ],
        },
      ],
    },
  ],
});
const vitest = (assertionResults: object[], more = {}) => ({
  testResults: [{ name: join(root, 'apps', 'a.test.ts'), status: 'failed', message: '', assertionResults, ...more }],
});

test('a failed test is shown with the result of each expectation, without stack and colours', () => {
  const file = reported(playwright([soft('axe on /lk/a', 'color-contrast: .x'), soft('axe on /lk/b', 'region: main')]));
  expect(failureLines(failuresOfPlaywright(file))).toEqual([
    `✗ ${join('e2e', 'walk', 'a.spec.ts')}:7 › all screens`,
    '    Error: axe on /lk/a',
    '    +   "color-contrast: .x",',
    '    Error: axe on /lk/b',
    '    +   "region: main",',
  ]);
  const unit = vitest([
    { status: 'passed', fullName: 'good', failureMessages: [] },
    {
      status: 'failed',
      fullName: 'bad',
      failureMessages: ['Error: the sky fell\n    at Object.<anonymous> (a.ts:1:1)'],
    },
  ]);
  expect(failureLines(failuresOfVitest(reported(unit)))).toEqual([
    `✗ ${join('apps', 'a.test.ts')} › bad`,
    '    Error: the sky fell',
  ]);
});

test('the page content is shown from its main part on, shortened in the middle', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sergak-page-')), 'error-context.md');
  const page = ['- navigation:', '- main:', ...Array.from({ length: 40 }, (_, n) => `  - row ${n}`), '- status: done'];
  writeFileSync(path, `# Error details\n\n\`\`\`\nError: x\n\`\`\`\n\n\`\`\`yaml\n${page.join('\n')}\n\`\`\`\n`);
  const linesOf = (attachments: object[]) =>
    pageLines(failuresOfPlaywright(reported(playwright([{ message: 'Error: not there' }], false, attachments))));
  const lines = linesOf([{ name: 'error-context', path }]);
  expect(lines.slice(1, 3)).toEqual(['    | - main:', '    |   - row 0']);
  expect(lines.slice(-3)).toEqual(['    |   - row 38', '    |   - row 39', '    | - status: done']);
  expect(lines).toHaveLength(1 + 14 + 1 + 8);
  expect(linesOf([{ name: 'error-context', path: '/nowhere.md' }])).toEqual([]);
});

test('errors outside of a test are shown too, and passed tests are not', () => {
  const broken = reported(vitest([], { message: "Cannot find module './nowhere.ts'" }));
  expect(failureLines(failuresOfVitest(broken))).toEqual([
    `✗ ${join('apps', 'a.test.ts')}`,
    "    Cannot find module './nowhere.ts'",
  ]);
  const outside = reported({ suites: [], errors: [{ message: 'Error: the server did not start' }] });
  expect(failureLines(failuresOfPlaywright(outside))).toEqual([
    '✗ outside of the tests',
    '    Error: the server did not start',
  ]);
  expect(failuresOfPlaywright(reported(playwright([], true)))).toEqual([]);
  expect(failuresOfVitest('/nowhere')).toEqual([]);
});

test('a test is shown with at most twelve lines, and at most ten tests are shown', () => {
  const many = Array.from({ length: 13 }, (_, n) => ({
    title: `test ${n}`,
    messages: Array.from({ length: 20 }, (_unused, m) => `${m}: ${'long '.repeat(100)}\nmore`),
  }));
  const lines = failureLines(many);
  expect(lines).toHaveLength(10 * 13 + 1);
  expect(lines[12]).toBe('    … 29 lines more');
  expect(lines.at(-1)).toBe('… and 3 more failed');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(250);
});
