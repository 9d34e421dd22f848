import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { diagnose } from '@sergak/mail/diagnosis.ts';
import type pg from 'pg';
import { mailTransport } from '../modules/settings/public.ts';
import { now, SECOND } from '../platform/clock.ts';
import type { Platform } from '../platform/context.ts';
import { DatabaseClient } from '../platform/database-client.ts';
import { adviceFor, reasonOf } from '../platform/database-failure.ts';
import { inSystem } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import type { FileStore } from '../platform/files.ts';
import { readApplied } from '../platform/migrate.ts';
import { readMigrations } from '../platform/migration-files.ts';
import { compareMigrations, DatabaseRejected } from '../platform/migration-state.ts';
import type { DoctorFinding } from './doctor-checks.ts';

/** Codes and links live for minutes; a larger difference between clocks makes them end too early or too late. */
const CLOCK_MS = 5 * SECOND;
const TIMEOUT_MS = 10 * SECOND;

/** Database, clock and migrations, over one connection. Changes nothing. */
export const checkDatabase = async (url: string): Promise<DoctorFinding[]> => {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  try {
    await client.connect();
    const begun = now().getTime();
    const { rows } = await client.query<{ version: string; at: string }>(
      `select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 as at`,
    );
    const middle = (begun + now().getTime()) / 2;
    const text = `PostgreSQL ${rows[0]!.version} at ${client.host}:${client.port}`;
    return [
      { check: 'database', state: 'ok', text },
      judgeClock(Number(rows[0]!.at) - middle),
      await checkMigrations(client),
    ];
  } catch (error) {
    return [{ check: 'database', state: 'failed', text: reasonOf(error), advice: adviceFor(error) }];
  } finally {
    await client.end().catch(() => undefined);
  }
};

const judgeClock = (difference: number): DoctorFinding => {
  const seconds = (Math.abs(difference) / SECOND).toFixed(1);
  const text = `this machine and the database differ by ${seconds} s`;
  if (Math.abs(difference) <= CLOCK_MS) return { check: 'clock', state: 'ok', text };
  return { check: 'clock', state: 'failed', text, advice: 'synchronise both machines with a time server (NTP)' };
};

const checkMigrations = async (client: pg.Client): Promise<DoctorFinding> => {
  const check = 'migrations';
  const applied = await readApplied(client);
  if (applied.length === 0)
    return {
      check,
      state: 'warning',
      text: 'the database is empty',
      advice: 'start the product: it creates the tables',
    };
  const files = await readMigrations();
  try {
    const { waiting, newer } = compareMigrations(files, applied);
    if (waiting.length > 0)
      return {
        check,
        state: 'warning',
        text: `${waiting.length} wait, the first is ${waiting[0]!.name}`,
        advice: 'make a backup and start the product: it migrates',
      };
    const more = newer.length > 0 ? `, and ${newer.length} of a newer release, with which this one works` : '';
    return { check, state: 'ok', text: `${files.length} have run${more}` };
  } catch (error) {
    if (!(error instanceof DatabaseRejected)) throw error;
    return { check, state: 'failed', text: error.english, advice: error.russian };
  }
};

/** Stores a stream of several parts, reads it and deletes it. */
export const checkStorage = async (files: FileStore): Promise<DoctorFinding> => {
  const parts = Array.from({ length: 3 }, () => randomBytes(100_000));
  const key = `doctor/${randomUUID()}`;
  try {
    await files.putStream(key, Readable.from(parts), 300_000);
    const same = (await files.bytes(key)).equals(Buffer.concat(parts));
    await files.remove(key);
    if (!same) throw new Error('a file was read back with other bytes');
    return { check: 'storage', state: 'ok', text: 'a file was stored, read and deleted' };
  } catch (error) {
    const advice =
      'see the line of the log above; the key of S3 needs to get, put and delete objects, the folder has to be writable';
    return { check: 'storage', state: 'failed', text: (error as Error).message, advice };
  }
};

const asLost = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'secret.lost') return null;
  throw error;
};

/** Tries the mail server of each organisation up to the sender. No email is sent. */
export const checkMail = async (platform: Platform): Promise<DoctorFinding[]> => {
  const servers = await inSystem(platform.db, (tx) =>
    tx.selectFrom('mail_settings').select(['organization_id', 'host']).orderBy('host').execute(),
  );
  if (servers.length === 0) {
    const advice = 'set the mail server in the portal: settings → e-mails';
    return [
      { check: 'mail', state: 'warning', text: 'no mail server is set: emails stay in the built-in mailbox', advice },
    ];
  }
  const findings: DoctorFinding[] = [];
  for (const { organization_id, host } of servers) {
    const transport = await mailTransport(platform, organization_id).catch(asLost);
    // A lost password is listed by the check of the secret.
    if (transport === null) continue;
    const { config, from } = transport;
    const timeouts = { connectMs: TIMEOUT_MS, greetingMs: TIMEOUT_MS, commandMs: TIMEOUT_MS };
    const { ok, steps } = await diagnose({ ...config, timeouts }, { sender: from.address });
    const last = steps.at(-1);
    findings.push(
      ok
        ? { check: 'mail', state: 'ok', text: `${host} accepts ${from.address}` }
        : {
            check: 'mail',
            state: 'failed',
            text: `${host}, step ${last?.step}: ${last?.code} ${last?.detail ?? ''}`.trim(),
            advice: 'open settings → e-mails in the portal: the check there explains the step and what to change',
          },
    );
  }
  return findings;
};
