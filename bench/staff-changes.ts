import { act, runJob } from '../apps/server/seeds/demo/act.ts';
import { importPeople, lineOf } from './import-people.ts';
import { atMost, round, seconds, type Bench } from './lib.ts';
import { openFilledDatabase } from './people.ts';
import type { Database } from './database.ts';

// Imports a CSV of 50,000 new people in 340 departments into an organisation of as many, then removes them all again.
// Compared with one bare statement each that inserts or marks as many rows, and is rolled back.

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
    const lines = Array.from({ length: people }, (_, n) => lineOf(n, 'imported'));
    const { read, applied } = await importPeople(database, { lines, addType: 'add_update' });
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
