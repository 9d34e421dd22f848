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
  for (const name of ['key', 'locked_at', 'attempts', 'max_attempts']) expect(table.has(name)).toBe(true);
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

const once = async (key: string): Promise<boolean> =>
  (
    await stored<{ is_new: boolean }>(
      `select enqueue_once('settings.nothing', '{"event_id": "e"}'::json, $1, now() + interval '1 day', 5) as is_new`,
      [key],
    )
  )[0]!.is_new;

test('a job with a key is queued once, and again when the first one runs or has failed for good', async () => {
  expect([await once('a'), await once('a'), await once('b')]).toEqual([true, false, true]);
  await stored(`update graphile_worker._private_jobs set locked_at = now() where key = 'a'`);
  await stored(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'b'`);
  expect([await once('a'), await once('a'), await once('b')]).toEqual([true, false, true]);
});
