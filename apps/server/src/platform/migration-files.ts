import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the migrations of this release. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/**
 * Folder of the functions and triggers of this release. Each start replaces them as a whole, while other nodes work. Replacing a
 * trigger locks its table against writers, so the triggers of a file belong to one table: no two locks, no deadlock.
 */
export const FUNCTIONS = fileURLToPath(new URL('../../functions/', import.meta.url));

export type MigrationFile = { readonly name: string; readonly text: string; readonly hash: string };

/** Reads the SQL files of a folder in the order in which they run. Line ends of Windows do not change a hash. */
export const readMigrations = async (folder = MIGRATIONS): Promise<MigrationFile[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
};
