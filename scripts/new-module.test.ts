import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { checkImports } from './import-rules.ts';
import { isReservedInSql, namesOf } from './new-module-names.ts';
import { newModule } from './new-module.ts';

const root = join(import.meta.dirname, '..');
/** What the script reads and changes. */
const COPIED = [
  'packages/contract/src',
  'apps/server/src/app/modules.ts',
  'apps/server/migrations',
  'apps/server/schema.sql',
  'apps/web/src/app/routes.tsx',
  'locales',
];

/** A copy of the sources in which a module can be created. */
const copied = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'sergak-new-module-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const path of COPIED) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { recursive: true });
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
  // An imported file that was not copied has to be in the repository.
  const isHere = (finding: string) => existsSync(join(root, finding.replace(/ is not there$/, '')));
  const findings = checkImports(copy).findings.filter(({ rule, text }) => rule !== 'is-there' || !isHere(text));
  expect(findings).toEqual([]);

  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  expect(read('packages/contract/src/endpoints.ts')).toContain('  ...safetyNotesEndpoints,\n};');
  expect(read('apps/server/src/app/modules.ts')).toContain('  safetyNotesModule,\n] as const;');
  expect(read('packages/contract/src/access/screens.ts')).toContain("'safety-notes.list': { path: '/lk/admin/");
  expect(read('apps/web/src/app/routes.tsx')).toContain("'safety-notes.list': page(");
  const rules = read('packages/contract/src/audit/audit.rules.ts');
  expect(rules).toContain("  'safety_note',\n] as const;\nexport type AuditKind");
  expect(rules).toContain("  safety_note: ['title'],\n} as const satisfies");
  const logWords = changed.filter((file) => file.endsWith('audit.json'));
  expect(logWords).toHaveLength(3);
  for (const file of logWords) {
    expect(JSON.parse(read(file))).toHaveProperty(['action', 'safety_note', 'created']);
    expect(JSON.parse(read(file))).toHaveProperty(['kind', 'safety_note']);
  }
  expect(changed).toHaveLength(8);
});

test('names are spelled as each file needs them', () => {
  expect(namesOf('staff-news', 'news-item')).toEqual({
    folder: 'staff-news',
    camel: 'staffNews',
    pascal: 'StaffNews',
    table: 'staff_news',
    thing: 'news_item',
    one: 'newsItem',
    One: 'NewsItem',
  });
  expect(namesOf('shift-plans')).toMatchObject({ table: 'shift_plans', thing: 'shift_plan', pascal: 'ShiftPlans' });
  expect(namesOf('policies', 'policy')).toMatchObject({ table: 'policies', thing: 'policy', One: 'Policy' });
});

test.each([
  [['Notes'], 'write notes'],
  [['shift_plans'], 'write shift-plans'],
  [['shiftPlans'], 'write shift-plans'],
  [['Shift plans'], 'write shift-plans'],
  [['notes2'], 'without digits: write notes'],
  [['заметки'], 'lower-case Latin letters'],
  [['notes', 'Note'], 'write note'],
  [['equipment'], 'name it as well'],
  [['policies'], 'name it as well'],
  [['boxes'], 'name it as well'],
  [['news'], '«new» is a reserved word'],
  [['equipment', 'equipment'], 'cannot name both'],
  [['imports'], '«import» is a reserved word'],
  [['interfaces'], '«interface» is a reserved word'],
  [['references'], '«references» is a reserved word of SQL'],
  [['orders'], null],
  [['order', 'order-line'], '«order» is a reserved word of SQL'],
  [['pages'], '«page» is a reserved word'],
  [['promises', 'promise'], '«promise» is a reserved word'],
] as const)('%j: %s', ([folder, thing], fault) => {
  const name = () => namesOf(folder, thing);
  if (fault === null) expect(name().folder).toBe(folder);
  else expect(name).toThrow(fault);
});

test.each([
  [['tags'], 'the module tags'],
  [['instructions'], 'the module instructions'],
  [['employees'], 'the module employees'],
  [['courses', 'training'], 'the table courses'],
  [['own-sessions'], 'the table of endpoints ownSessionsEndpoints'],
  [['users'], 'an endpoint with the address /users'],
  [['report-recipients'], 'the table report_recipients'],
  [['sso-logs', 'log'], 'the audit kind log'],
  [['commons', 'common-text'], 'the file of texts commons.json'],
] as const)('what exists already is not changed: %j', ([folder, thing], fault) => {
  const names = namesOf(folder, thing);
  expect(() => newModule(root, names, NOW)).toThrow(`${fault}`);
});

test('every reserved word of the database is known', async () => {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ word: string }>(
    `select word from pg_get_keywords() where catcode in ('R', 'T')`,
  );
  expect(rows.length).toBeGreaterThan(70);
  expect(rows.map(({ word }) => word.replaceAll('_', '-')).filter((word) => !isReservedInSql(word))).toEqual([]);
});
