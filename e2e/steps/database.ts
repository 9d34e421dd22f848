import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Site } from '../running.ts';

/** An organisation and the data folder of its product. */
type Place = Pick<Site, 'data' | 'id'>;

/** A connection to the embedded PostgreSQL of a data folder, as its superuser. */
const connect = async (data: string): Promise<pg.Client> => {
  const home = join(data, 'postgres');
  const pid = (await readFile(join(home, 'cluster/postmaster.pid'), 'utf8')).split('\n');
  const password = (await readFile(join(home, 'superuser-password'), 'utf8')).trim();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(pid[3]),
    user: 'postgres',
    password,
    database: 'sergak',
  });
  await client.connect();
  return client;
};

/** Nobody can be added to a department of the organisation until the returned function is called; background work waits meanwhile. */
export const holdDepartments = async ({ data, id }: Place): Promise<() => Promise<void>> => {
  const client = await connect(data);
  await client.query('begin');
  await client.query('select from departments where organization_id = $1 for update', [id]);
  return () => client.end();
};

/** The bookmarks of all SCORM lessons of the organisation, as stored. */
export const scormBookmarks = async ({ data, id }: Place): Promise<string[]> => {
  const client = await connect(data);
  try {
    const { rows } = await client.query<{ location: string }>(
      `select coalesce(cmi ->> 'cmi.core.lesson_location', cmi ->> 'cmi.location', '') as location from scorm_scos
       where organization_id = $1`,
      [id],
    );
    return rows.map(({ location }) => location);
  } finally {
    await client.end();
  }
};

/** Tables with a row that contains this text, including binary columns, of all organisations. */
export const tablesWith = async (data: string, text: string): Promise<string[]> => {
  const client = await connect(data);
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `select 1 from ${name} t where position($1 in t::text) > 0 or position(encode(convert_to($1, 'UTF8'), 'hex') in t::text) > 0 limit 1`,
        [text],
      );
      if (rowCount) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
};

/** Files of the product that contain this text (without those of PostgreSQL, whose tables are searched instead). */
export const filesWith = async (data: string, text: string): Promise<string[]> => {
  const all = await readdir(data, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const one of all) {
    const path = join(one.parentPath, one.name);
    if (one.isFile() && !path.startsWith(join(data, 'postgres')) && (await readFile(path)).includes(text))
      found.push(path);
  }
  return found;
};

/**
 * Sets the risk levels of people, which otherwise take weeks of emails and courses. Pending computations of levels
 * run first, because they would overwrite these values.
 */
export const setRisk = async ({ data, id }: Place, levels: Readonly<Record<string, number>>): Promise<void> => {
  const client = await connect(data);
  try {
    const waiting = async () =>
      (
        await client.query(
          `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier like 'statistics.%' and j.payload ->> 'organization_id' = $1 limit 1`,
          [id],
        )
      ).rowCount;
    // The point of today exists, so no job computes all levels again today.
    await client.query(
      `insert into risk_points (organization_id, day, scope, subject_id, people)
       select id, (now() at time zone time_zone)::date, 'organization', id, 0 from organizations where id = $1
       on conflict do nothing`,
      [id],
    );
    for (let left = 100; left > 0 && (await waiting()); left--) await pause(100);
    for (const [email, level] of Object.entries(levels))
      await client.query('update employees set risk_level = $3 where organization_id = $1 and email = $2', [
        id,
        email,
        level,
      ]);
  } finally {
    await client.end();
  }
};

/** Makes an account old enough to approve campaigns, and removes its creator; otherwise that takes a week. */
export const makeIndependent = async ({ data, id }: Place, email: string): Promise<void> => {
  const client = await connect(data);
  try {
    await client.query(
      `update employees set made_by = '{}', created_at = now() - interval '8 days', registered_at = now() - interval '8 days'
       where organization_id = $1 and email = $2`,
      [id, email],
    );
  } finally {
    await client.end();
  }
};
