import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { schemaText } from '../../src/cli/schema-text.ts';

// `node apps/server/test/dumps/make.ts 0.2.0`: writes the database of a new installation of this release with the small demo, as
// SQL that a superuser loads into an empty database. Each release adds its file once: the releases after it start on it.

/** The secret of the installations of all dumps. */
export const DUMP_SECRET = 'the secret of the dumps, thirty-two characters or more';

/** Rows of all tables. Generated columns are computed again, and identities go on after the last row. */
const dataText = async (client: pg.Client): Promise<string> => {
  const { rows: tables } = await client.query<{ name: string; columns: string; identity: string | null }>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
      max(a.attname) filter (where a.attidentity <> '') as identity
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`);
  const parts: string[] = [];
  for (const { name, columns, identity } of tables) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select json_agg(t order by t::text)::text as rows from (select ${columns} from ${name}) t`,
    );
    if (rows[0]!.rows === null) continue;
    const all = pg.escapeLiteral(rows[0]!.rows);
    parts.push(
      `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, ${all});`,
    );
    if (identity)
      parts.push(
        `select setval(pg_get_serial_sequence('${name}', '${identity}'), (select max(${identity}) from ${name}));`,
      );
  }
  return ['set session_replication_role = replica; -- neither triggers nor foreign keys', ...parts, ''].join('\n');
};

/** Starts the product with the small demo and ends it when the demo is ready. */
const makeDemo = async (data: string): Promise<void> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../small-demo.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SERGAK_DATA: data, SERGAK_PORT: '0', SERGAK_SECRET: DUMP_SECRET },
  });
  const ended = once(child, 'exit');
  let printed = '';
  for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
    printed += bytes.toString();
    if (printed.includes('The demo organisation is ready')) child.kill('SIGTERM');
  }
  await ended;
};

if (import.meta.main) {
  const release = process.argv[2];
  if (!release) throw new Error('name the release');
  const data = mkdtempSync(join(tmpdir(), 'sergak-dump-'));
  chmodSync(data, 0o755); // PostgreSQL runs as another user if this runs as root
  try {
    await makeDemo(data);
    const signIns = readFileSync(join(data, 'demo-sign-ins.json'), 'utf8');
    const cluster = await startEmbeddedPostgres({ dataDir: join(data, 'postgres') });
    const url = new URL(cluster.adminUrl);
    url.pathname = '/sergak';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const text = `-- Sign-ins: ${JSON.stringify(JSON.parse(signIns))}\n${await schemaText(client)}\n${await dataText(client)}`;
    await client.end();
    await cluster.stop();
    writeFileSync(join(import.meta.dirname, `${release}.sql.gz`), gzipSync(text, { level: 9 }));
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 10 });
  }
}
