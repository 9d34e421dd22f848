import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, onTestFinished, test } from 'vitest';
import { checkImports } from './import-rules.ts';
import { namesOf, newModule } from './new-module.ts';

const root = join(import.meta.dirname, '..');
/**
 * Files in which the repository lists its modules: those that the script changes, and those that the new files
 * import.
 */
const COPIED = [
  'packages',
  'apps/server/src',
  'apps/server/migrations',
  'apps/server/seeds',
  'apps/server/start.ts',
  'apps/server/test',
  'apps/web/build',
  'apps/web/src',
  'apps/web/locales',
  'scripts',
];

/** A copy of the sources in which a module can be created. */
const copied = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'sergak-new-module-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const path of COPIED) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (from) => !from.includes('node_modules', root.length),
    });
  }
  return copy;
};
const NOW = new Date('2026-11-24T10:20:30Z');

test('the skeleton parses, keeps the import rules and is added to all lists of modules', () => {
  const copy = copied();
  const { written, changed } = newModule(copy, namesOf('safety-notes'), NOW);
  const faults = [...written, ...changed]
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => parseSync(file, readFileSync(join(copy, file), 'utf8')).errors.map(({ message }) => message));
  expect(faults).toEqual([]);
  expect(checkImports(copy).findings).toEqual([]);

  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  expect(read('packages/contract/src/endpoints.ts')).toContain('  ...safetyNotesEndpoints,\n};');
  expect(read('apps/server/src/app/modules.ts')).toContain('  safetyNotesModule,\n] as const;');
  expect(read('packages/contract/src/access/screens.ts')).toContain("'safety-notes.list': { path: '/lk/admin/");
  expect(read('apps/web/src/app/routes.tsx')).toContain("'safety-notes.list': page(");
  const logWords = changed.filter((file) => file.endsWith('audit.json'));
  expect(logWords).toHaveLength(3);
  for (const file of logWords) expect(JSON.parse(read(file))).toHaveProperty(['action', 'safety_note', 'created']);
  expect(changed).toHaveLength(7);
});

test('names are spelled as each file needs them; an existing module is not changed', () => {
  expect(namesOf('staff-news', 'news-item')).toEqual({
    folder: 'staff-news',
    camel: 'staffNews',
    pascal: 'StaffNews',
    table: 'staff_news',
    thing: 'news_item',
    one: 'newsItem',
    One: 'NewsItem',
  });
  expect(() => namesOf('Notes')).toThrow('kebab-case');
  expect(() => namesOf('equipment')).toThrow('name the thing as well');
  expect(() => newModule(root, namesOf('tags'), NOW)).toThrow('the module tags exists already');
});
