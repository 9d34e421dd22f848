import type { MigrationFile } from './migration-files.ts';

/** End of the name of a migration that older releases cannot work with: they do not start on its database. */
const BREAKING = '.breaking.sql';

/** A database that this release must leave as it is. The message is for the person who starts the product. */
export class DatabaseRejected extends Error {
  readonly russian: string;
  readonly english: string;
  constructor(russian: string, english: string) {
    super(`${russian}\n${english}`);
    this.name = 'DatabaseRejected';
    this.russian = russian;
    this.english = english;
  }
}

/** A row of `schema_migrations`. */
export type Applied = { readonly name: string; readonly hash: string };
type State = {
  /** Files that have not run yet, in the order in which they run. */
  readonly waiting: readonly MigrationFile[];
  /** Names that ran and are later than all files: a newer release migrated this database. */
  readonly newer: readonly string[];
};

/**
 * Compares the migrations of this release with those that a database has run. Throws if a file differs from what ran, if
 * the database has run an unknown migration before the last file, or if a newer release rules out older ones.
 */
export const compareMigrations = (files: readonly MigrationFile[], applied: readonly Applied[]): State => {
  const last = files.at(-1)?.name ?? '';
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  const names = new Set(files.map(({ name }) => name));
  const unknown = applied.map(({ name }) => name).filter((name) => !names.has(name));
  const newer = unknown.filter((name) => name > last).sort();
  const waiting = files.filter(({ name }) => !hashes.has(name));

  const changed = files.find(({ name, hash }) => hashes.has(name) && hashes.get(name) !== hash)?.name;
  // A newer release has all migrations of this one: if some are missing, the two do not belong together.
  const missing = newer.length > 0 ? waiting[0]?.name : undefined;
  const other = changed ?? unknown.find((name) => name < last) ?? missing;
  if (other !== undefined) throw otherTables(other);
  const breaking = newer.find((name) => name.endsWith(BREAKING));
  if (breaking !== undefined) throw newerTables(breaking);
  return { waiting, newer };
};

const otherTables = (name: string) =>
  new DatabaseRejected(
    `Эту базу данных создала другая сборка Sergak, ещё до первого выпуска, и обновить её нельзя (миграция ${name} отличается); ` +
      'в базе ничего не изменено: выгрузите сотрудников и результаты в той сборке, а эту запустите с пустой базой (DATABASE_URL) ' +
      'или с другой папкой данных (SERGAK_DATA).',
    `This database was created by another build of Sergak, from before the first release, and cannot be upgraded (migration ${name} ` +
      'differs); nothing was changed: export people and results with that build, then start this one with an empty database ' +
      '(DATABASE_URL) or another data folder (SERGAK_DATA).',
  );

const newerTables = (name: string) =>
  new DatabaseRejected(
    `Базу данных обновил более новый выпуск Sergak, с которым этот работать не может (миграция ${name}); в базе ничего не изменено: ` +
      'запустите новый выпуск или восстановите резервную копию, сделанную до обновления.',
    `The database belongs to a newer release, which this one cannot work with (migration ${name}); nothing was changed: start the ` +
      'newer release, or restore the backup from before the upgrade.',
  );
