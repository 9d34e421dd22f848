import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMigrations, recordMigrations } from './migration-hashes.ts';

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'hashes-'));
  const write = (name: string, text: string) => writeFileSync(join(path, name), text);
  write('1.sql', 'one');
  write('2.sql', 'two');
  return { path, write, list: () => readFileSync(join(path, 'hashes.sha256'), 'utf8') };
};

test('the migrations of the repository are as recorded', async () => {
  expect(await checkMigrations(join(import.meta.dirname, '../apps/server/migrations'))).toEqual([]);
});

test('a new migration is recorded by one command, and missed until then', async () => {
  const { path, write, list } = folder();
  expect(await recordMigrations(path)).toEqual([]);
  expect(await checkMigrations(path)).toEqual([]);
  const before = list();
  expect(before).toMatch(/^[\da-f]{64} {2}1\.sql\n[\da-f]{64} {2}2\.sql\n$/);
  write('3.sql', 'three');
  expect(await checkMigrations(path)).toEqual([
    expect.stringMatching(/^3\.sql is not recorded: run `npm run schema` and commit hashes\.sha256/),
  ]);
  expect(await recordMigrations(path)).toEqual([]);
  expect(list().startsWith(before)).toBe(true);
  expect(await checkMigrations(path)).toEqual([]);
});

test('a recorded migration that was changed, removed or renamed is found, and not recorded again', async () => {
  const { path, write, list } = folder();
  await recordMigrations(path);
  const before = list();
  write('1.sql', 'one, edited');
  rmSync(join(path, '2.sql'));
  write('3.sql', 'two');
  const faults = [
    expect.stringMatching(/^1\.sql was changed.*restore it and put the change into a new migration/),
    expect.stringMatching(/^2\.sql is missing.*restore it/),
  ];
  expect(await recordMigrations(path)).toEqual(faults);
  expect(list()).toBe(before);
  expect(await checkMigrations(path)).toEqual([...faults, expect.stringMatching(/^3\.sql is not recorded/)]);
  write('1.sql', 'one');
  write('2.sql', 'two');
  expect(await recordMigrations(path)).toEqual([]);
});
