/** A failure of the embedded database; `reason` is for code, `message` for the person who starts the product. */
export class EmbeddedPostgresError extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, russian: string, english: string, detail = '') {
    super([russian, english, detail.trim()].filter(Boolean).join('\n'));
    this.name = 'EmbeddedPostgresError';
    this.reason = reason;
  }
}

export type Reason =
  | 'disk_full'
  | 'port_taken'
  | 'no_permission'
  | 'no_memory'
  | 'wrong_version'
  | 'already_running'
  | 'not_answering'
  | 'wrong_password'
  | 'unsupported_platform'
  | 'cannot_run'
  | 'unreachable'
  | 'no_account'
  | 'no_cyrillic'
  | 'unknown';

/** Translates output of PostgreSQL or the operating system into an error that says what to do. */
export function explainFailure(said: string, about: { directory: string; port?: number }): EmbeddedPostgresError {
  const { directory, port } = about;
  const detail = lastLines(said);
  if (/no space left on device|check free disk space|ENOSPC|disk quota exceeded|EDQUOT/i.test(said)) {
    return new EmbeddedPostgresError(
      'disk_full',
      `База данных не запустилась: на диске нет места (${directory}). Освободите хотя бы 200 МБ и запустите снова, данные не потеряны.`,
      `The database did not start: the disk is full (${directory}). Free at least 200 MB and start again; no data is lost.`,
      detail,
    );
  }
  if (/address already in use|EADDRINUSE/i.test(said)) {
    return new EmbeddedPostgresError(
      'port_taken',
      `База данных не запустилась: порт ${port} на 127.0.0.1 занят другой программой. Укажите другой порт или освободите этот.`,
      `The database did not start: port ${port} on 127.0.0.1 is taken by another program. Choose another port or free this one.`,
      detail,
    );
  }
  if (/incompatible with server/i.test(said)) return wrongVersion(directory, detail);
  if (/pre-existing shared memory block|lock file "postmaster\.pid" already exists/i.test(said)) {
    return new EmbeddedPostgresError(
      'already_running',
      `Другой процесс PostgreSQL ещё держит ${directory}. Дождитесь его конца или завершите его и запустите снова.`,
      `Another PostgreSQL process still holds ${directory}. Wait for it to end, or end it, and start again.`,
      detail,
    );
  }
  if (/cannot allocate memory|could not (map anonymous|create|resize) shared memory/i.test(said)) {
    return new EmbeddedPostgresError(
      'no_memory',
      'База данных не запустилась: не хватает оперативной памяти. Нужно не меньше 1 ГБ свободной.',
      'The database did not start: not enough memory. At least 1 GB must be free.',
      detail,
    );
  }
  if (
    /permission denied|EACCES|EPERM|EROFS|read-only file system|has wrong ownership|invalid permissions/i.test(said)
  ) {
    return new EmbeddedPostgresError(
      'no_permission',
      `База данных не запустилась: нет прав на ${directory}. Запустите от того же пользователя, что и раньше, или отдайте ему эту папку (chown -R).`,
      `The database did not start: no rights to ${directory}. Start as the same user as before, or give that folder to this user (chown -R).`,
      detail,
    );
  }
  return new EmbeddedPostgresError(
    'unknown',
    `База данных не запустилась (${directory}). Ниже — что сказал PostgreSQL.`,
    `The database did not start (${directory}). PostgreSQL said:`,
    detail,
  );
}

/** PostgreSQL cannot open files of another major version. */
export function wrongVersion(directory: string, detail: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'wrong_version',
    `Данные в ${directory} созданы другой версией PostgreSQL. Верните прежнюю версию продукта, сделайте резервную копию и восстановите её в новой.`,
    `The data in ${directory} were made by another version of PostgreSQL. Go back to the earlier release, back up, and restore into the new one.`,
    detail,
  );
}

/** Converts any thrown value into an EmbeddedPostgresError; an EmbeddedPostgresError is returned unchanged. */
export function toEmbeddedPostgresError(error: unknown, directory: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  return explainFailure(error instanceof Error ? error.message : String(error), { directory });
}

const lastLines = (text: string): string => text.trim().split('\n').slice(-6).join('\n');
