import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE, withDatabase } from './global-setup.ts';

/** A fresh database cloned from the migrated template; answers its address as owner. */
export const cloneDatabase = async (): Promise<string> => {
  const adminUrl = inject('adminUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Only one clone at a time: a template being copied refuses a second copy.
    await client.query('select pg_advisory_lock(4711)');
    await client.query(`create database ${name} template ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  return withDatabase(adminUrl, name);
};
