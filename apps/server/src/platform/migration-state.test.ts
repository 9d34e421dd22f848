import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from './migration-files.ts';
import { compareMigrations, DatabaseRejected } from './migration-state.ts';

/** `1:a` is the migration 1 with the hash a. */
const listOf = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [name = '', hash = ''] = word.split(':');
      return { name, hash, text: '' };
    });
const compare = (files: string, applied: string) => compareMigrations(listOf(files), listOf(applied));

test.each([
  ['1:a 2:b', '', ['1', '2'], []],
  ['1:a 2:b', '1:a', ['2'], []],
  ['1:a 2:b', '2:b 1:a', [], []],
  ['1:a 2:b', '1:a 2:b 3:c', [], ['3']],
  // Two branches were merged: the migration of the other one runs later.
  ['1:a 2:b 3:c', '1:a 3:c', ['2'], []],
])('files %s and a database that ran %s fit', (files, applied, waiting, newer) => {
  const state = compare(files, applied);
  expect(state.waiting.map(({ name }) => name)).toEqual(waiting);
  expect(state.newer).toEqual(newer);
});

test.each([
  ['1:a 2:b', '1:x', '1'],
  ['1:a 2:b', '1:a 2:x', '2'],
  ['1:a 2:b', '1:a 2:x 3:c', '2'],
  ['1:a 2:b', '0:a', '0'],
  ['1:a 3:b', '1:a 2:a', '2'],
  ['1:a 2:b', '1:a 3:c', '2'],
  ['1:a 2:b', '1:x 3.breaking.sql:c', '1'],
  // Databases of builds before 0.1.0: the migrations were others.
  ['20261201000100_platform.sql:a', '20261123000100_platform.sql:a', '20261123000100_platform.sql'],
  ['20261201000100_platform.sql:a', '20261201030001_words.breaking.sql:b', '20261201000100_platform.sql'],
])('files %s and a database that ran %s are of different builds', (files, applied, name) => {
  const work = () => compare(files, applied);
  expect(work).toThrow(DatabaseRejected);
  expect(work).toThrow(
    new RegExp(`^Эту базу данных .*миграция ${name} .*\n.*migration ${name} .*export people and results`),
  );
});

test('a newer release that rules out older ones is named', () => {
  expect(() => compare('1:a', '1:a 2.breaking.sql:b 3:c')).toThrow(
    /более новый выпуск.*\n.*newer release.*2\.breaking\.sql/,
  );
});

test('a migration has the same hash with the line ends of Windows; other files are no migrations', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  writeFileSync(join(folder, '2.sql'), 'select 1;\nselect 2;\n');
  writeFileSync(join(folder, '1.sql'), 'select 1;\r\nselect 2;\r\n');
  writeFileSync(join(folder, 'hashes.sha256'), '');
  const [first, second, ...others] = await readMigrations(folder);
  expect([first!.name, second!.name, others]).toEqual(['1.sql', '2.sql', []]);
  expect(first!.hash).toBe(second!.hash);
});
