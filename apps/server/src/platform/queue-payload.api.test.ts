import { expect, test } from 'vitest';
import { stored } from '../../test/app.ts';

const columns = async (name: string) => {
  const found = await stored<{ column_name: string; data_type: string }>(
    `select column_name, data_type from information_schema.columns
     where table_schema = 'graphile_worker' and table_name = $1`,
    [name],
  );
  return new Map(found.map((column) => [column.column_name, column.data_type]));
};

// Change migrate.ts, removal.repo.ts and this test together when the library moves the payload or publishes it.
test('the payload of a job is in the private table of the queue, under the id of its public view', async () => {
  const table = await columns('_private_jobs');
  expect(table.get('id')).toBe('bigint');
  expect(table.get('payload')).toBe('json');
  const view = await columns('jobs');
  expect(view.get('id')).toBe('bigint');
  expect(view.has('payload')).toBe(false);
});

test('a job of the view has its payload in the table, and the public function removes it from the queue', async () => {
  const [job] = await stored<{ id: string }>(
    `select id from graphile_worker.add_job('settings.nothing', '{"event_id": "e"}'::json, run_at := now() + interval '1 day')`,
  );
  const read = () =>
    stored(
      `select p.payload, j.task_identifier from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
       where j.id = $1`,
      [job!.id],
    );
  expect(await read()).toEqual([{ payload: { event_id: 'e' }, task_identifier: 'settings.nothing' }]);
  await stored('select count(*) from graphile_worker.complete_jobs(array[$1::bigint])', [job!.id]);
  expect(await read()).toEqual([]);
});
