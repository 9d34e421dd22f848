/**
 * `npm run new:module NAME [THING]`: writes the skeleton of a module and adds it to the lists that name every module.
 * NAME is the plural in kebab-case (`notes`), THING the singular if it is not NAME without its «s».
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { additions, skeletonOf, type Names } from './new-module-files.ts';

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const camelOf = (kebab: string): string => kebab.replace(/-(\w)/g, (_, first: string) => first.toUpperCase());

export const namesOf = (folder: string, thing = folder.replace(/s$/, '')): Names => {
  for (const name of [folder, thing])
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`«${name}» is not a name in kebab-case`);
  if (thing === folder) throw new Error('name the thing as well: npm run new:module staff-news news-item');
  const [camel, one] = [camelOf(folder), camelOf(thing)];
  return {
    folder,
    camel,
    pascal: upper(camel),
    table: folder.replaceAll('-', '_'),
    thing: thing.replaceAll('-', '_'),
    one,
    One: upper(one),
  };
};

/** Number of the next migration: the current time, or one more than the last if that is later. */
const nextMigration = (root: string, now: Date): string => {
  const last = readdirSync(join(root, 'apps/server/migrations'))
    .map((name) => /^\d{14}/.exec(name)?.[0] ?? '')
    .sort()
    .at(-1);
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return last === undefined || stamp > last ? stamp : String(BigInt(last) + 1n);
};

/** Inserts lines before the end of a list. Throws if the list does not look as expected. */
const insert = (root: string, file: string, end: string, lines: string): void => {
  const text = readFileSync(join(root, file), 'utf8');
  const at = text.lastIndexOf(end);
  if (at < 0) throw new Error(`${file} has no line ${JSON.stringify(end.trim())}: add by hand\n${lines}`);
  writeFileSync(join(root, file), text.slice(0, at) + lines + text.slice(at));
};
/** Inserts an import after the last one. */
const addImport = (root: string, file: string, line: string): void => {
  const text = readFileSync(join(root, file), 'utf8');
  const end = text.indexOf('\n', text.lastIndexOf('\nimport ') + 1) + 1;
  writeFileSync(join(root, file), text.slice(0, end) + line + text.slice(end));
};

const addToLists = (root: string, n: Names): string[] => {
  const [table, modules, screens, pages] = [
    'packages/contract/src/endpoints.ts',
    'apps/server/src/app/modules.ts',
    'packages/contract/src/access/screens.ts',
    'apps/web/src/app/routes.tsx',
  ] as const;
  addImport(root, table, `import { ${n.camel}Endpoints } from './${n.folder}/${n.folder}.endpoints.ts';\n`);
  insert(root, table, '};\nexport type EndpointTable', `  ...${n.camel}Endpoints,\n`);
  addImport(root, modules, `import { ${n.camel}Module } from '../modules/${n.folder}/module.ts';\n`);
  insert(root, modules, '] as const;', `  ${n.camel}Module,\n`);
  insert(
    root,
    screens,
    '} as const satisfies Record<string, Screen>;',
    `\n  '${n.folder}.list': { path: '/lk/admin/${n.folder}', permission: 'admin', frame: 'admin' },\n`,
  );
  insert(
    root,
    pages,
    '};\n',
    `\n  '${n.folder}.list': page(() => import('../features/${n.folder}/${n.folder}-screen.tsx'), '${n.table}'),\n`,
  );
  return [table, modules, screens, pages, ...addLogWords(root, n)];
};

/** Adds texts for the new actions to the audit log, in each language. */
const addLogWords = (root: string, n: Names): string[] =>
  Object.entries(additions).map(([language, text]) => {
    const [file] = globSync(`apps/web/locales/${language}/**/audit.json`, { cwd: root });
    if (file === undefined) throw new Error(`the texts of the action log in ${language} were not found`);
    const texts = JSON.parse(readFileSync(join(root, file), 'utf8')) as { action: Record<string, object> };
    texts.action[n.thing] = { created: text };
    writeFileSync(join(root, file), `${JSON.stringify(texts, null, 2)}\n`);
    return file.replaceAll('\\', '/');
  });

/** Writes the skeleton below `root`. Returns the files that were written and those that were changed. */
export const newModule = (
  root: string,
  names: Names,
  now: Date,
): { readonly written: readonly string[]; readonly changed: readonly string[] } => {
  if (existsSync(join(root, 'apps/server/src/modules', names.folder)))
    throw new Error(`the module ${names.folder} exists already`);
  const files = skeletonOf(names, nextMigration(root, now));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return { written: Object.keys(files), changed: addToLists(root, names) };
};

/** Commands that regenerate derived files: the wire table, the keys of texts, schema.sql and the types of tables. */
const GENERATORS = [
  ['scripts/generate-wire.ts'],
  ['scripts/generate-locale-keys.ts'],
  ['apps/server/src/cli/dump-schema.ts'],
  ['node_modules/oxfmt/bin/oxfmt', 'apps', 'packages'],
];

if (import.meta.main) {
  const [folder, thing] = process.argv.slice(2);
  if (folder === undefined) throw new Error('npm run new:module NAME [THING]');
  const root = join(import.meta.dirname, '..');
  const { written, changed } = newModule(root, namesOf(folder, thing), new Date());
  for (const args of GENERATORS) execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  console.log(['', 'Written:', ...written, '', 'Changed:', ...changed].join('\n  '));
  console.log(`
Next: the permission of the endpoints and of the screen, its line in the menu (access/screens.ts), the texts, and the
README. A job is declared in apps/server/src/job-table.ts, an error code in packages/contract/src/errors.ts.
\`npm run check\` names what is missing.`);
}
