import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE, withDatabase } from './global-setup.ts';

/** Clones a database from the migrated template and returns its address as owner. */
export const cloneDatabase = async (): Promise<string> => {
  const adminUrl = inject('adminUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // One clone at a time: PostgreSQL cannot copy a template twice at once.
    await client.query('select pg_advisory_lock(4711)');
    await client.query(`create database ${name} template ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  return withDatabase(adminUrl, name);
};
