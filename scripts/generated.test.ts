import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const GENERATED = [
  'packages/contract/src/wire.gen.ts',
  'packages/contract/src/wire-session.gen.ts',
  'packages/contract/src/text-keys.gen.ts',
];

/** A copy of the sources without any generated file. */
const makeCopy = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'sergak-generated-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const folder of ['scripts', 'packages/contract', 'locales'])
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (from) => !from.endsWith('.gen.ts') && !from.includes('node_modules', root.length),
    });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const file of GENERATED) mkdirSync(dirname(join(copy, file)), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  symlinkSync(join(root, 'node_modules/zod'), join(copy, 'node_modules/zod'));
  return copy;
};

test('missing, edited and outdated files are written again, and equal ones stay untouched', () => {
  const copy = makeCopy();
  const path = (file: string) => join(copy, file);
  const read = (file: string) => readFileSync(path(file), 'utf8');
  const generate = () => execFileSync(process.execPath, [path('scripts/generate.mjs')]);
  const times = () => GENERATED.map((file) => statSync(path(file)).mtimeMs);

  generate();
  const first = GENERATED.map(read);
  expect(first).toEqual(GENERATED.map((file) => readFileSync(join(root, file), 'utf8')));
  const [written, stamped] = [times(), read('node_modules/.sergak-generated')];
  generate();
  expect(times()).toEqual(written);

  writeFileSync(path(GENERATED[2]!), '// edited by hand');
  rmSync(path(GENERATED[0]!));
  generate();
  expect(GENERATED.map(read)).toEqual(first);
  expect(times()[1]).toBe(written[1]);
  expect(read('node_modules/.sergak-generated')).toBe(stamped);

  const texts = JSON.parse(read('locales/ru/commons.json')) as object;
  writeFileSync(path('locales/ru/commons.json'), JSON.stringify({ ...texts, brand_new_text: 'Новое' }));
  generate();
  expect(read(GENERATED[2]!)).toContain("'brand_new_text'");
});
