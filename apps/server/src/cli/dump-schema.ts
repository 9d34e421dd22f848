import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { schemaText } from './schema-text.ts';

// Writes schema.sql (for people: the migrated database) and src/db-types.ts (for the compiler) from the catalogue of
// the database named by the first argument, or of a fresh, migrated one. With --check it compares instead and exits
// with 1 on a difference.

type Column = {
  table: string;
  column: string;
  type: string;
  element: string | null;
  nullable: boolean;
  filled: boolean;
  generated: boolean;
};

const schemaFile = fileURLToPath(new URL('../../schema.sql', import.meta.url));
const typesFile = fileURLToPath(new URL('../db-types.ts', import.meta.url));

const scalar: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  inet: 'string',
  cidr: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
};
const instant = 'ColumnType<string, Date | string, Date | string>';

const typeOf = (column: Column, choices: Map<string, string[]>): string => {
  const choice = choices.get(`${column.table}.${column.column}`);
  const nullable = (type: string) => (column.nullable ? `${type} | null` : type);
  const filled = (type: string) => (column.filled ? `Generated<${type}>` : type);
  if (column.generated) return `GeneratedAlways<${nullable(scalar[column.type] ?? 'string')}>`;
  if (column.type === 'timestamptz') {
    const optional = column.filled || column.nullable ? ' | undefined' : '';
    const none = column.nullable ? ' | null' : '';
    return none || optional
      ? `ColumnType<string${none}, Date | string${none}${optional}, Date | string${none}>`
      : instant;
  }
  if (column.type === 'jsonb') return column.nullable ? 'Json | null' : column.filled ? 'JsonFilled' : 'Json';
  if (column.element) return filled(nullable(`${scalar[column.element] ?? 'string'}[]`));
  if (choice) return filled(nullable(choice.map((value) => `'${value}'`).join(' | ')));
  return filled(nullable(scalar[column.type] ?? 'unknown'));
};

const readColumns = async (client: pg.Client): Promise<Column[]> =>
  (
    await client.query<Column>(`
      select c.relname as "table", a.attname as "column", t.typname as type,
        case when t.typcategory = 'A' then e.typname end as element, not a.attnotnull as nullable,
        a.atthasdef or a.attidentity <> '' as filled, a.attgenerated <> '' or a.attidentity = 'a' as generated
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
        left join pg_type e on e.oid = t.typelem
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`)
  ).rows;

/** Columns limited to fixed values by a check constraint become unions. */
const readChoices = async (client: pg.Client): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ table: string; column: string; body: string }>(`
    select c.relname as "table", a.attname as "column", pg_get_constraintdef(k.oid) as body
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c' and array_length(k.conkey, 1) = 1 and c.relnamespace = 'public'::regnamespace`);
  return new Map(
    rows.flatMap((row) => {
      if (!/= ANY \(\(?ARRAY\[/.test(row.body)) return [];
      return [[`${row.table}.${row.column}`, [...row.body.matchAll(/'([^']+)'::text/g)].map((m) => m[1]!)] as const];
    }),
  );
};

const typesText = async (client: pg.Client): Promise<string> => {
  const [columns, choices] = [await readColumns(client), await readChoices(client)];
  const tables = Map.groupBy(columns, (column) => column.table);
  const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, initial: string) => initial.toUpperCase());
  const body = [...tables].map(
    ([name, list]) =>
      `export interface ${pascal(name)} {\n${list.map((c) => `  ${c.column}: ${typeOf(c, choices)};`).join('\n')}\n}`,
  );
  return `// Made from the migrated database by \`npm run schema\`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** jsonb: written as JSON text, read as the parsed value. */
type Json = ColumnType<unknown, string | null, string | null>;
type JsonFilled = ColumnType<unknown, string | undefined, string>;

${body.join('\n\n')}

export interface DB {
${[...tables.keys()].map((name) => `  ${name}: ${pascal(name)};`).join('\n')}
}
`;
};

export const dumpSchema = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return { schema: await schemaText(client), types: await typesText(client) };
  } finally {
    await client.end();
  }
};

/** Runs `work` on a new, migrated database, so that the dump holds exactly what the migrations create. */
const withFreshDatabase = async (work: (url: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-schema-'));
  const cluster = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  // As the superuser, like the template of the tests: the owner's rights are not part of the schema.
  const asSuperuser = new URL(cluster.adminUrl);
  asSuperuser.pathname = '/sergak';
  try {
    await migrate(asSuperuser.href, createLog({ logLevel: 'silent' }));
    await work(asSuperuser.href);
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const writeOrCompare = async (url: string) => {
  const dump = await dumpSchema(url);
  if (!process.argv.includes('--check')) {
    await writeFile(schemaFile, dump.schema);
    await writeFile(typesFile, dump.types);
    return;
  }
  const same =
    (await readFile(schemaFile, 'utf8')) === dump.schema && (await readFile(typesFile, 'utf8')) === dump.types;
  if (same) return;
  console.error('schema.sql or src/db-types.ts do not match the migrations: run `npm run schema`.');
  process.exitCode = 1;
};

if (import.meta.main) {
  const url = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  await (url ? writeOrCompare(url) : withFreshDatabase(writeOrCompare));
}
