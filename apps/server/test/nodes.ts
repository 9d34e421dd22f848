import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { readConfig, type ProcessRole } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { createPlatform } from '../src/platform/platform.ts';
import { readSignIns, type SignIn } from './first-start.ts';
import { freePorts } from './free-ports.ts';
import { withDatabase } from './global-setup.ts';
import { startS3Server } from './s3-server.ts';

type OnFinished = (work: () => Promise<void>) => void;
export type Node = {
  readonly role: ProcessRole;
  readonly child: ChildProcess;
  /** Addresses on this machine. The public ones, in every link, are those of the reverse proxy. */
  readonly portal: string;
  readonly content: string;
  readonly phishing: string;
  /** Health and metrics. */
  readonly operations: string;
  /** The first sign-in in the data folder of the node; null if it is used, or if the node serves no portal. */
  first(): SignIn | null;
  /** All output of the node so far. */
  printed(): string;
};

const scripts = {
  server: join(import.meta.dirname, '../start.ts'),
  invariants: join(import.meta.dirname, '../src/cli/check-invariants.ts'),
  sink: join(import.meta.dirname, '../../../packages/mail/src/sink-process.ts'),
};
export const publicUrls = {
  SERGAK_PORTAL_URL: 'https://learn.nodes.test',
  SERGAK_CONTENT_URL: 'https://content.nodes.test',
  SERGAK_PHISHING_URL: 'https://pages.nodes.test',
};

/**
 * An empty database whose user has only the rights named in docs/operation.md: no superuser, so that forced row-level
 * security applies. Roles are shared by the whole server and may exist already.
 */
const emptyDatabase = async (onTestFinished: OnFinished) => {
  const adminUrl = inject('adminUrl');
  const name = `nodes_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`);
    await client.query(`drop owned by ${name} cascade`);
    await client.query(`drop role ${name}`);
    await client.end();
  });
  await client.query(`create role ${name} login createrole noinherit password '${name}'`);
  await client.query(`grant sergak_app, sergak_reader, sergak_system, sergak_keeper to ${name} with admin option`);
  await client.query(`create database ${name} owner ${name} template template0 encoding 'UTF8'`);
  const owned = new URL(withDatabase(adminUrl, name));
  owned.username = name;
  owned.password = name;
  return { url: owned.href, asSuperuser: withDatabase(adminUrl, name) };
};

/**
 * A copy of the server with further migrations, as a newer release has them. Everything else it shares with this one.
 * Returns its entry.
 */
export const newerRelease = (folder: string, migrations: Readonly<Record<string, string>>): string => {
  const root = join(import.meta.dirname, '../../..');
  mkdirSync(join(folder, 'apps'), { recursive: true });
  cpSync(join(root, 'apps/server'), join(folder, 'apps/server'), { recursive: true });
  for (const shared of ['node_modules', 'packages', 'content', 'locales', 'package.json', 'apps/web'])
    symlinkSync(join(root, shared), join(folder, shared));
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(folder, 'apps/server/migrations', name), text);
  return join(folder, 'apps/server/start.ts');
};

/** A server farm on one machine: an empty database, S3, and a mail server that is slow enough to interrupt sending. */
export const farm = async (onTestFinished: OnFinished) => {
  const folder = mkdtempSync(join(tmpdir(), 'sergak-nodes-'));
  onTestFinished(async () => rmSync(folder, { recursive: true, force: true }));
  const database = await emptyDatabase(onTestFinished);
  const s3 = await startS3Server();
  onTestFinished(() => s3.stop());
  const shared = {
    ...publicUrls,
    DATABASE_URL: database.url,
    SERGAK_SECRET: 'a secret of at least thirty-two characters',
    SERGAK_DEMO: 'false',
    SERGAK_LOG_LEVEL: 'warn',
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const on = await createPlatform(
    { ...readConfig(shared), dataDir: join(folder, 'test') },
    database.asSuperuser,
    createLog({ logLevel: 'silent' }),
  );
  onTestFinished(() => on.db.close());

  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    const living = children.filter((child) => child.exitCode === null && child.signalCode === null);
    const ended = living.map((child) => once(child, 'exit'));
    for (const child of living) child.kill('SIGKILL');
    await Promise.all(ended);
  });
  const run = (script: string, args: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    children.push(child);
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
    return { child, printed: () => text };
  };
  const waitForOutput = async ({ child, printed }: ReturnType<typeof run>, word: string): Promise<void> => {
    while (!printed().includes(word)) {
      if (child.exitCode !== null) throw new Error(`The process ended before it was ready: ${printed()}`);
      await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
    }
  };

  const taken = join(folder, 'taken.tsv');
  const slow = JSON.stringify([{ at: 'dot', do: 'delay', ms: 60, every: 1 }]);
  const sink = run(scripts.sink, ['--out', taken, '--faults', slow], {});
  await waitForOutput(sink, '}');

  return {
    on,
    folder,
    smtpPort: (JSON.parse(sink.printed()) as { port: number }).port,
    /** Message-IDs in the order in which the mail server accepted them. */
    accepted: () =>
      readFileSync(taken, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t')[0]!),
    /**
     * Starts a node as an administrator does, with its own data folder, and waits until it is running. `entry` is that
     * of another release.
     */
    async start(role: ProcessRole, at: number, entry = scripts.server): Promise<Node> {
      const ports = await freePorts(4);
      const [portal, content, phishing, operations] = ports.map((port) => `http://127.0.0.1:${port}`) as [
        string,
        string,
        string,
        string,
      ];
      const data = join(folder, `${role}-${at}`);
      const started = run(entry, [], {
        ...shared,
        SERGAK_ROLE: role,
        SERGAK_DATA: data,
        SERGAK_PORT: String(ports[0]),
        SERGAK_CONTENT_PORT: String(ports[1]),
        SERGAK_PHISHING_PORT: String(ports[2]),
        SERGAK_OPERATIONS_PORT: String(ports[3]),
      });
      await waitForOutput(started, 'Sergak is running');
      const first = () => readSignIns(data, 'first-sign-in.json');
      return { ...started, role, portal, content, phishing, operations, first };
    },
    /** Runs `npm run invariants` with the settings of the nodes; returns its output and exit code. */
    async invariants() {
      const checked = run(scripts.invariants, [], { ...shared, SERGAK_DATA: join(folder, 'test') });
      const [code] = (await once(checked.child, 'close')) as [number];
      return { code, printed: checked.printed() };
    },
  };
};
