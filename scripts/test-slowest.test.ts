import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slowestLines } from './test-slowest.mjs';

const root = join(import.meta.dirname, '..');

test('the slowest fifteen files of a run are listed with their seconds, the slowest first', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sergak-report-')), 'report.json');
  const testResults = Array.from({ length: 20 }, (_, at) => ({
    name: join(root, 'apps', `${at}.test.ts`),
    startTime: 1_000_000,
    endTime: 1_000_000 + at * 1_234,
  }));
  writeFileSync(file, JSON.stringify({ testResults }));
  const lines = slowestLines(file);
  expect(lines).toHaveLength(15);
  expect(lines[0]).toBe(`  23.4 s  ${join('apps', '19.test.ts')}`);
  expect(lines.at(-1)).toBe(`   6.2 s  ${join('apps', '5.test.ts')}`);
});

test('a run without a report has none', () => {
  expect(slowestLines('/nowhere')).toEqual([]);
});
