/**
 * `npm run new:module NAME [THING]`: writes the skeleton of a module and adds it to the lists that name every module.
 * NAME is the plural in kebab-case (`notes`), THING the singular if it is not NAME without its «s».
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { auditLabels, skeletonOf, type Names } from './new-module-files.ts';
import { assertFree, namesOf } from './new-module-names.ts';

/** Number of the next migration: the current time, or one more than the last if that is later. */
const nextMigration = (root: string, now: Date): string => {
  const last = readdirSync(join(root, 'apps/server/migrations'))
    .map((name) => /^\d{14}/.exec(name)?.[0] ?? '')
    .sort()
    .at(-1);
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return last === undefined || stamp > last ? stamp : String(BigInt(last) + 1n);
};

/** Changes of files that are kept in memory until every change has been found possible. */
const openFiles = (root: string) => {
  const texts = new Map<string, string>();
  const read = (file: string): string => texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  return {
    texts,
    /** Inserts lines before the end of a list. Throws if the list does not look as expected. */
    insert(file: string, end: string, lines: string) {
      const [text, at] = [read(file), read(file).lastIndexOf(end)];
      if (at < 0) throw new Error(`${file} has no line ${JSON.stringify(end.trim())}, before which to add\n${lines}`);
      texts.set(file, text.slice(0, at) + lines + text.slice(at));
    },
    /** Inserts an import after the last one. */
    addImport(file: string, line: string) {
      const text = read(file);
      const at = text.indexOf('\n', text.lastIndexOf('\nimport ') + 1) + 1;
      texts.set(file, text.slice(0, at) + line + text.slice(at));
    },
    changeJson<T>(file: string, change: (json: T) => void) {
      const json = JSON.parse(read(file)) as T;
      change(json);
      texts.set(file, `${JSON.stringify(json, null, 2)}\n`);
    },
  };
};
type Files = ReturnType<typeof openFiles>;

const addToLists = (files: Files, n: Names): void => {
  const table = 'packages/contract/src/endpoints.ts';
  files.addImport(table, `import { ${n.camel}Endpoints } from './${n.folder}/${n.folder}.endpoints.ts';\n`);
  files.insert(table, '};\nexport type EndpointTable', `  ...${n.camel}Endpoints,\n`);
  const modules = 'apps/server/src/app/modules.ts';
  files.addImport(modules, `import { ${n.camel}Module } from '../modules/${n.folder}/module.ts';\n`);
  files.insert(modules, '] as const;', `  ${n.camel}Module,\n`);
  files.insert(
    'packages/contract/src/access/screens.ts',
    '} as const satisfies Record<string, Screen>;',
    `\n  '${n.folder}.list': { path: '/lk/admin/${n.folder}', permission: 'admin', frame: 'admin' },\n`,
  );
  files.insert(
    'apps/web/src/app/routes.tsx',
    '};\n',
    `\n  '${n.folder}.list': page(() => import('../features/${n.folder}/${n.folder}-screen.tsx'), '${n.table}'),\n`,
  );
};

/** Adds the kind of the new things to the audit log, with its labels in each language. */
const addToAuditLog = (files: Files, n: Names): void => {
  const rules = 'packages/contract/src/audit/audit.rules.ts';
  files.insert(rules, '] as const;\nexport type AuditKind', `  '${n.thing}',\n`);
  files.insert(rules, '} as const satisfies Record<AuditKind', `  ${n.thing}: ['title'],\n`);
  for (const [language, { created, kind }] of Object.entries(auditLabels))
    files.changeJson<{ action: Record<string, object>; kind: Record<string, string> }>(
      `locales/${language}/audit.json`,
      (texts) => {
        texts.action[n.thing] = { created };
        texts.kind[n.thing] = kind;
      },
    );
};

/** Writes the skeleton below `root`. Returns the files that were written and those that were changed. */
export const newModule = (
  root: string,
  names: Names,
  now: Date,
): { readonly written: readonly string[]; readonly changed: readonly string[] } => {
  assertFree(root, names);
  const lists = openFiles(root);
  addToLists(lists, names);
  addToAuditLog(lists, names);
  const skeleton = skeletonOf(names, nextMigration(root, now));
  for (const [file, text] of [...Object.entries(skeleton), ...lists.texts]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return { written: Object.keys(skeleton), changed: [...lists.texts.keys()] };
};

/** Commands that regenerate derived files: the wire table, the keys of texts, the list of migrations, schema.sql and the types of tables. */
const GENERATORS = [
  ['scripts/generate-wire.ts'],
  ['scripts/generate-locale-keys.ts'],
  ['scripts/migration-hashes.ts'],
  ['apps/server/src/cli/dump-schema.ts'],
  ['node_modules/oxfmt/bin/oxfmt', 'apps', 'packages'],
];

/** Writes the module that the command line names, or ends the process with what to do. */
const create = (root: string, [folder, thing, ...others]: readonly string[]): ReturnType<typeof newModule> => {
  try {
    if (folder === undefined || others.length > 0) throw new Error('npm run new:module NAME [THING]');
    return newModule(root, namesOf(folder, thing), new Date());
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
};

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const { written, changed } = create(root, process.argv.slice(2));
  for (const args of GENERATORS) execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  console.log(['', 'Written:', ...written, '', 'Changed:', ...changed].join('\n  '));
  console.log(`
Next: the permission of the endpoints and of the screen, its line in the menu (access/screens.ts), the texts, the labels
in locales/*/audit.json, and the README. Mark results of simulations in responses (contract: privacy/results.rules.ts).
A job is declared in apps/server/src/job-table.ts, an error code in packages/contract/src/errors.ts.`);
}
