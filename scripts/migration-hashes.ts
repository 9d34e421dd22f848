/**
 * Records each new migration with its hash in `apps/server/migrations/hashes.sha256` (`sha256sum -c` reads the file too).
 * A recorded migration never changes, because an installation that ran it could not be upgraded: then this command
 * writes nothing and fails. `--check` also fails if a migration is not recorded.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../apps/server/src/platform/migration-files.ts';

const FOLDER = join(import.meta.dirname, '../apps/server/migrations');
const list = (folder: string) => join(folder, 'hashes.sha256');

/** Name → hash of the recorded migrations. */
const readRecorded = (folder: string): Map<string, string> =>
  new Map(
    (existsSync(list(folder)) ? readFileSync(list(folder), 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [hash = '', name = ''] = line.split(/\s+/);
        return [name, hash] as const;
      }),
  );

/** Compares the migrations of a folder with the recorded ones. Faults are sentences that say what to do. */
const compareRecorded = async (folder: string) => {
  const recorded = readRecorded(folder);
  const files = await readMigrations(folder);
  const restore = 'restore it and put the change into a new migration';
  const faults = [
    ...files
      .filter(({ name, hash }) => recorded.has(name) && recorded.get(name) !== hash)
      .map(({ name }) => `${name} was changed, and installations that ran it could not be upgraded: ${restore}.`),
    ...[...recorded.keys()]
      .filter((name) => files.every((file) => file.name !== name))
      .map((name) => `${name} is missing, and installations that ran it could not be upgraded: ${restore}.`),
  ];
  const added = files.filter(({ name }) => !recorded.has(name)).map(({ name }) => name);
  return { faults, added, text: files.map(({ name, hash }) => `${hash}  ${name}\n`).join('') };
};

/** Adds new migrations to the list. Returns the faults; with a fault nothing is written. */
export const recordMigrations = async (folder: string): Promise<readonly string[]> => {
  const { faults, text } = await compareRecorded(folder);
  if (faults.length === 0) writeFileSync(list(folder), text);
  return faults;
};

/** Faults of the migrations and of their list. */
export const checkMigrations = async (folder: string): Promise<readonly string[]> => {
  const { faults, added } = await compareRecorded(folder);
  return [
    ...faults,
    ...added.map((name) => `${name} is not recorded: run \`npm run schema\` and commit hashes.sha256 with it.`),
  ];
};

if (import.meta.main) {
  const faults = await (process.argv.includes('--check') ? checkMigrations(FOLDER) : recordMigrations(FOLDER));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
