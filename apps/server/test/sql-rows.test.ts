import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { TEMPLATE, withDatabase } from './global-setup.ts';
import { readStatements, type Statement } from './sql-statements.ts';

/** Statements whose tables or conditions are known only when they run, so that they cannot be checked here. May only shrink. */
const UNCHECKED = [
  'cli/invariants.ts',
  'modules/directory/employee-filter.query.ts',
  'modules/organizations/removal.repo.ts',
  'modules/organizations/removal.repo.ts',
  'modules/privacy/own-data.query.ts',
  'modules/reports/pages.query.ts',
  'platform/owner.query.ts',
  'platform/sealed.repo.ts',
  'platform/sealed.repo.ts',
];

/** Faults that are meant. May only shrink. */
const MEANT = [
  // Pages and exports of thousands of entries, whose answer is validated.
  'modules/audit/audit.query.ts: changes is stored JSON',
  // Written by this module from validated values, and read for each email, message or part of a long task.
  'modules/campaigns/follow-up/chain.query.ts: settings is stored JSON',
  'modules/scorm/commits.repo.ts: base_seconds is stored JSON',
  'platform/bulk.repo.ts: tally is stored JSON',
  'platform/bulk.repo.ts: target is stored JSON',
  'modules/report-schedules/report-schedules.query.ts: reports is stored JSON',
  // A union of the kinds that are asked for; the test reads it as one value.
  'modules/search/things.query.ts: at is boolean, not null | string',
  'modules/search/things.query.ts: detail is boolean, not string',
  // Reports read whole courses and the answers of all learners.
  'modules/reports/campaign.query.ts: tips is stored JSON',
  'modules/reports/learning.query.ts: answer is stored JSON',
  'modules/reports/learning.query.ts: content is stored JSON',
  'modules/reports/learning.query.ts: drawn is stored JSON',
];

type Field = {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
};
type Connection = pg.Connection & Record<'parse' | 'describe' | 'sync', (message?: object) => void>;

/** Asks the server for the columns of a statement, which is parsed but never executed. */
const describeStatement = (client: pg.Client, text: string): Promise<Field[]> => {
  const { promise, resolve, reject } = Promise.withResolvers<Field[]>();
  let fields: Field[] = [];
  client.query({
    submit(connection: Connection) {
      connection.parse({ text });
      connection.describe({ type: 'S' });
      connection.sync();
    },
    handleRowDescription: (message: { fields: Field[] }) => (fields = message.fields),
    handleError: reject,
    handleReadyForQuery: () => resolve(fields),
  } as never);
  return promise;
};

const each = (types: string, kind: string): [string, string][] => types.split(' ').map((type) => [type, kind]);
/** What the driver makes of the values of a type (`platform/db.ts`). */
const kinds = new Map([
  ...each('bool', 'boolean'),
  ...each('int2 int4 int8 numeric float4 float8', 'number'),
  ...each('text varchar bpchar char name uuid timestamptz date inet cidr', 'string'),
  ...each('_int2 _int4 _float4 _float8 _numeric', 'number[]'),
  ...each('_text _varchar _name _uuid _date _timestamptz', 'string[]'),
  ...each('_bool', 'boolean[]'),
  ...each('bytea', 'Buffer'),
]);

type Column = Field & {
  readonly type: string;
  readonly source: { readonly name: string; readonly filled: boolean } | undefined;
};

/**
 * What is wrong with the expected kinds of a column. JSON that the statement builds may be of any kind; JSON of a table is
 * `unknown` until a schema has parsed it. A column that a condition compares is never null;
 * what an outer join leaves empty is not known.
 */
const faultOf = (column: Column, expected: readonly string[] | undefined, text: string): string | undefined => {
  const { name, type, source } = column;
  if (!expected) return `${name} is selected but not in the row type`;
  if (expected.includes('unknown')) return undefined;
  if (type === 'json' || type === 'jsonb') return source && `${name} is stored JSON`;
  const kind = kinds.get(type) ?? `an unknown kind (${type})`;
  const wrong = expected.filter((one) => one !== kind && one !== 'null' && one !== 'undefined');
  if (wrong.length > 0 || expected.every((one) => one === 'null'))
    return `${name} is ${kind}, not ${expected.join(' | ')}`;
  const mayBeNull = source && !source.filled && !new RegExp(`\\b${source.name} (is not null|[<>=])`).test(text);
  return mayBeNull && !expected.includes('null') ? `${name} may be null` : undefined;
};

const statements: Statement[] = [];
const faults: string[] = [];
const unchecked: string[] = [];

beforeAll(async () => {
  statements.push(...readStatements(fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')));
  const client = new pg.Client({ connectionString: withDatabase(inject('adminUrl'), TEMPLATE) });
  await client.connect();
  const { rows: types } = await client.query<{ oid: number; name: string }>('select oid, typname as name from pg_type');
  const { rows: sources } = await client.query<{ at: string; name: string; filled: boolean }>(
    `select attrelid || '.' || attnum as at, attname as name, attnotnull as filled from pg_attribute`,
  );
  const typeOf = new Map(types.map((one) => [one.oid, one.name]));
  const sourceOf = new Map(sources.map((one) => [one.at, one]));
  const check = async ({ at, row }: Statement, text: string): Promise<void> => {
    const fields = await describeStatement(client, text);
    if (!row) return;
    const names = new Set(fields.map((one) => one.name));
    faults.push(...[...row.keys()].filter((name) => !names.has(name)).map((name) => `${at}: ${name} is not selected`));
    for (const field of fields) {
      const column = {
        ...field,
        type: typeOf.get(field.dataTypeID) ?? '',
        source: sourceOf.get(`${field.tableID}.${field.columnID}`),
      };
      const fault = faultOf(column, row.get(field.name), text);
      if (fault) faults.push(`${at}: ${fault}`);
    }
  };
  for (const statement of statements) {
    const failures: string[] = [];
    for (const text of statement.texts)
      await check(statement, text).catch((error: Error) => failures.push(`${statement.at}: ${error.message}\n${text}`));
    if (!statement.unknown) faults.push(...failures);
    else if (failures.length === statement.texts.length) unchecked.push(statement.at.split(':')[0]!);
  }
  await client.end();
}, 300_000);

test('every statement is valid and returns the columns of its row type', () => {
  expect(statements.filter((one) => one.row).length).toBeGreaterThan(300);
  const withoutLine = (fault: string): string => fault.replace(/:\d+/, '');
  expect(faults.filter((fault) => !MEANT.includes(withoutLine(fault)))).toEqual([]);
  expect(MEANT.filter((meant) => !faults.some((fault) => withoutLine(fault) === meant))).toEqual([]);
});

test('no further statement is unknown before it runs', () => {
  expect(unchecked).toEqual(UNCHECKED);
});
