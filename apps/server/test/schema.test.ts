import { readFile } from 'node:fs/promises';
import { inject, expect, it } from 'vitest';
import { dumpSchema } from '../src/cli/dump-schema.ts';
import { TEMPLATE, withDatabase } from './global-setup.ts';

// schema.sql is what a reviewer reads, db-types.ts what the compiler believes: both must be what the migrations make.
const fileOf = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it('schema.sql and db-types.ts are those of the migrated database (npm run schema)', async () => {
  const made = await dumpSchema(withDatabase(inject('adminUrl'), TEMPLATE));
  expect(made.types).toBe(await fileOf('src/db-types.ts'));
  expect(made.schema).toBe(await fileOf('schema.sql'));
});
