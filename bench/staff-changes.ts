import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { act, runJob } from '../apps/server/seeds/demo/act.ts';
import { applyImport, readImport } from '../apps/server/src/modules/employees/imports.jobs.ts';
import { insertPeopleImport, updateImport } from '../apps/server/src/modules/employees/imports.repo.ts';
import { storeFile } from '../apps/server/src/modules/files/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { jobContext } from '../apps/server/src/platform/jobs.ts';
import { openTask } from '../apps/server/src/platform/tasks.ts';
import type { Database } from './database.ts';
import { atMost, round, seconds, type Bench } from './lib.ts';
import { openFilledDatabase } from './people.ts';

// Imports a CSV of 50,000 new people in 340 departments into an organisation of as many, then removes them all again.
// Compared with one bare statement each that inserts or marks as many rows, and is rolled back.

const writeFile = async (path: string, people: number) => {
  const out = createWriteStream(path);
  out.write('Фамилия;Имя;Отчество;Почта;Должность;Подразделение;Роль\n');
  for (let n = 0; n < people; n++) {
    const place = `Дирекция ${n % 10} / Служба ${n % 70} / Отдел ${n % 340}`;
    const line = `Каримова;Нигора;Бахтиёровна;imported${n}@zavod.test;Специалист по продажам;${place};\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
};

const importPeople = async (
  { platform, owner, organizationId, scope, folder }: Database,
  people: number,
  by: string,
) => {
  const path = join(folder, 'staff.csv');
  await writeFile(path, people);
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
  const applied = await seconds(() =>
    applyImport(job, { ...ids, task_id, need_message: false, add_type: 'add_update' }),
  );
  const { rows } = await owner.query<{ status: string }>('select status, message, result from tasks where id = $1', [
    task_id,
  ]);
  if (rows[0]?.status !== 'success') throw new Error(`The import did not succeed: ${JSON.stringify(rows[0])}`);
  return { read, applied };
};

/** Seconds of one statement of the owner, which is rolled back. */
const bare = async ({ owner }: Database, statement: string, values: unknown[]): Promise<number> => {
  const client = await owner.connect();
  await client.query('begin');
  const took = await seconds(() => client.query(statement, values));
  await client.query('rollback');
  client.release();
  return took;
};

const bench: Bench = async ({ small }) => {
  const people = small ? 2_500 : 50_000; // more than the 2,000 that are removed within the call
  const database = await openFilledDatabase(small ? 2_000 : people);
  const { platform, owner, administrator, organizationId } = database;
  try {
    const inserted = await bare(
      database,
      `insert into employees (organization_id, department_id, email, last_name, first_name, middle_name, position)
       select $1, (select id from departments where organization_id = $1 and is_default), 'bare' || n || '@zavod.test',
         'Каримова', 'Нигора', 'Бахтиёровна', 'Специалист по продажам' from generate_series(1, $2::int) n`,
      [organizationId, people],
    );
    const { read, applied } = await importPeople(database, people, administrator.id);
    const marked = await bare(
      database,
      `update employees set deleted_at = now() where organization_id = $1 and email like 'imported%'`,
      [organizationId],
    );
    const removed = await seconds(async () => {
      const filter = { search: 'imported' };
      const { task_id } = (await act(platform, administrator, 'employees.remove-many', {
        all: true,
        filter,
      } as never)) as {
        task_id: string;
      };
      await runJob(platform, 'bulk.work-through', { organization_id: organizationId, task_id });
    });
    const left = await owner.query(`select from employees where email like 'imported%' and deleted_at is null`);
    const memory = process.resourceUsage().maxRSS / 1_024;
    return {
      bars: [
        atMost(`import of ${people} people : one bare insert`, (read + applied) / inserted, 4),
        atMost(`removal of ${people} people : one bare update`, removed / marked, 8),
        atMost('people that the removal left', left.rowCount!, 0, 'people'),
        atMost('import', read + applied, 60, 's'),
        atMost('largest memory of the process', memory, 400, 'MB'),
      ],
      figures: Object.fromEntries(
        Object.entries({ inserted, read, applied, marked, removed }).map(([name, took]) => [`${name}_s`, round(took)]),
      ),
    };
  } finally {
    await database.close();
  }
};
export default bench;
