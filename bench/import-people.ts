import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { applyImport, readImport } from '../apps/server/src/modules/employees/imports.jobs.ts';
import { insertPeopleImport, updateImport } from '../apps/server/src/modules/employees/imports.repo.ts';
import { storeFile } from '../apps/server/src/modules/files/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { jobContext } from '../apps/server/src/platform/jobs.ts';
import { openTask } from '../apps/server/src/platform/tasks.ts';
import type { Database } from './database.ts';
import { seconds } from './lib.ts';

const HEAD = 'Фамилия;Имя;Отчество;Почта;Должность;Подразделение;Роль\n';

/** A line of a file for the person of this number, in one of 340 departments. */
export const lineOf = (n: number, name: string): string =>
  `Каримова;Нигора;Бахтиёровна;${name}${n}@zavod.test;Специалист по продажам;Дирекция ${n % 10} / Служба ${n % 70} / Отдел ${n % 340};\n`;

const writeFile = async (path: string, lines: Iterable<string>) => {
  const out = createWriteStream(path);
  out.write(HEAD);
  for (const line of lines) if (!out.write(line)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
};

type Order = { readonly lines: Iterable<string>; readonly addType: 'add_update' | 'add_update_leave' };

/** Reads and applies a file as an import of the administrator. Returns the seconds of both. */
export const importPeople = async (
  { platform, owner, organizationId, scope, folder, administrator: { id: by } }: Database,
  { lines, addType }: Order,
) => {
  const path = join(folder, 'staff.csv');
  await writeFile(path, lines);
  const imported = await inTenant(platform.db, scope, 'write', async (tx) => {
    const file = { path, name: 'staff.csv', type: 'text/csv', size: 1, createdBy: by, visibility: 'owner' as const };
    const fileId = await storeFile(tx, platform, file);
    const taskId = await openTask(tx, { kind: 'employees.read-import', createdBy: by });
    return insertPeopleImport(tx, { by, taskId, fileName: 'staff.csv', fileId });
  });
  const job = jobContext(platform, organizationId, new AbortController().signal);
  const ids = { organization_id: organizationId, import_id: imported };
  const read = await seconds(() => readImport(job, ids));
  const task_id = await inTenant(platform.db, scope, 'write', async (tx) => {
    await updateImport(tx, imported, { status: 'running' });
    return openTask(tx, { kind: 'employees.apply-import', createdBy: by });
  });
  const applied = await seconds(() => applyImport(job, { ...ids, task_id, need_message: false, add_type: addType }));
  const { rows } = await owner.query<{ status: string }>('select status, message, result from tasks where id = $1', [
    task_id,
  ]);
  if (rows[0]?.status !== 'success') throw new Error(`The import did not succeed: ${JSON.stringify(rows[0])}`);
  return { read, applied };
};
