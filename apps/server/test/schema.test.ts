import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject, expect, it } from 'vitest';
import { dumpSchema } from '../src/cli/dump-schema.ts';
import { TEMPLATE, withDatabase } from './global-setup.ts';

// Reviewers read schema.sql and the compiler reads db-types.ts: both must match the migrations.
const fileOf = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it('schema.sql and db-types.ts match the migrated database (npm run schema)', async () => {
  const made = await dumpSchema(withDatabase(inject('adminUrl'), TEMPLATE));
  expect(made.types).toBe(await fileOf('src/db-types.ts'));
  expect(made.schema).toBe(await fileOf('schema.sql'));
});

it('schema.sql loads into an empty database and creates the same schema', async () => {
  const url = withDatabase(inject('adminUrl'), 'schema_review');
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  try {
    await admin.query('drop database if exists schema_review');
    await admin.query('create database schema_review template template0');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const schema = await fileOf('schema.sql');
    await client.query(schema).finally(() => client.end());
    expect((await dumpSchema(url)).schema).toBe(schema);
  } finally {
    await admin.query('drop database if exists schema_review with (force)');
    await admin.end();
  }
});
