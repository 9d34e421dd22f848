import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Names } from './new-module-files.ts';

const USAGE = 'npm run new:module NAME THING';
/** Plurals whose singular is not the plural without its «s», or may not be: policies, boxes, classes, news-items. */
const IRREGULAR = /ies$|(s|x|z|ch|sh)es$|ss$|us$|[^s]$/;
/** Names that the generated files import or use as a global type. */
const USED = ['z', 'id', 'instant', 'title', 'page', 'paging', 'tx', 'promise'];
/** Words that cannot name a table in SQL without quotes (`pg_get_keywords`, categories R and T). */
const SQL_WORDS = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
);

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const camelOf = (kebab: string): string => kebab.replace(/-(\w)/g, (_, first: string) => first.toUpperCase());
/** What a name was probably meant to be: `shift_plans`, `ShiftPlans` and `Shift plans` become `shift-plans`. */
const kebabOf = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');

/** Whether a module of this name would have a table that SQL cannot name. */
export const isReservedInSql = (folder: string): boolean => SQL_WORDS.has(folder.replaceAll('-', '_'));
/** Whether TypeScript reserves the word, or the generated files use it. */
const isReservedInCode = (thing: string): boolean =>
  USED.includes(camelOf(thing)) ||
  parseSync('name.ts', `export const ${camelOf(thing)} = 1;`, { showSemanticErrors: true }).errors.length > 0;

/** The names of a module. Throws with what to do if a name is not in kebab-case, reserved, or has no clear singular. */
export const namesOf = (folder: string, thing?: string): Names => {
  for (const name of [folder, ...(thing === undefined ? [] : [thing])])
    if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
      const meant = kebabOf(name);
      const advice = meant === '' ? 'use lower-case Latin letters' : `write ${meant}`;
      throw new Error(`«${name}» is not a name in kebab-case without digits: ${advice}`);
    }
  if (thing === undefined && IRREGULAR.test(folder))
    throw new Error(`the singular of «${folder}» is not clear, name it as well: ${USAGE}`);
  const single = thing ?? folder.replace(/s$/, '');
  if (single === folder) throw new Error(`«${folder}» cannot name both the module and one of its things: ${USAGE}`);
  if (isReservedInSql(folder)) throw new Error(`«${folder}» is a reserved word of SQL: choose another name`);
  if (isReservedInCode(single)) throw new Error(`«${single}» is a reserved word: choose another name`);
  const [camel, one] = [camelOf(folder), camelOf(single)];
  return {
    folder,
    camel,
    pascal: upper(camel),
    table: folder.replaceAll('-', '_'),
    thing: single.replaceAll('-', '_'),
    one,
    One: upper(one),
  };
};

/** Throws if a part of the product has one of the names already. Nothing has been written then. */
export const assertFree = (root: string, n: Names): void => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const readAll = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .map((file) => read(file))
      .join('\n');
  const taken = (what: string) => new Error(`${what} exists already: choose another name`);
  for (const path of ['apps/server/src/modules/', 'packages/contract/src/', 'apps/web/src/features/'])
    if (existsSync(join(root, path + n.folder))) throw taken(`the module ${n.folder} (${path}${n.folder})`);
  for (const folder of globSync('locales/*', { cwd: root }))
    if (existsSync(join(root, folder, `${n.table}.json`))) throw taken(`the file of texts ${n.table}.json`);
  if (read('apps/server/schema.sql').includes(`create table ${n.table} (`)) throw taken(`the table ${n.table}`);
  const calls = readAll('packages/contract/src/**/*.endpoints.ts');
  if (new RegExp(`^  '${n.folder}\\.`, 'm').test(calls)) throw taken(`an endpoint ${n.folder}.…`);
  if (new RegExp(`path: '/${n.folder}['/]`).test(calls)) throw taken(`an endpoint with the address /${n.folder}`);
  if (new RegExp(`\\b${n.camel}Endpoints\\b`).test(calls)) throw taken(`the table of endpoints ${n.camel}Endpoints`);
  if (new RegExp(`'/lk/admin/${n.folder}['/]`).test(readAll('packages/contract/src/access/*.ts')))
    throw taken(`a screen with the address /lk/admin/${n.folder}`);
  if (new RegExp(`^  '?${n.thing}'?[:,]`, 'm').test(read('packages/contract/src/audit/audit.rules.ts')))
    throw taken(`the audit kind ${n.thing}`);
  for (const file of globSync('locales/*/audit.json', { cwd: root }))
    if (n.thing in (JSON.parse(read(file)) as { action: object }).action) throw taken(`the audit action ${n.thing}.…`);
};
