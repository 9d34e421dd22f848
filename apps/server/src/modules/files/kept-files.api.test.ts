import { beforeEach, expect, test } from 'vitest';
import { call, platform, runJobs, stored, withOwnPlatform } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, MINUTE, now } from '../../platform/clock.ts';
import { sweepFiles } from './files.jobs.ts';

withOwnPlatform();

let org: make.TestOrganization;
let administrator: Awaited<ReturnType<typeof make.operator>>;
beforeEach(async () => {
  org = await make.organization();
  administrator = await make.employee(org, { role: 'system_admin' });
});

const sweep = async () => sweepFiles(await platform());
const fileOf = async (task_id: string): Promise<string> =>
  ((await call('tasks.get', administrator, { id: task_id })).result as { file_id: string }).file_id;
const ownData = async () => {
  const { task_id } = await call('privacy.own-data', administrator, {});
  await runJobs('privacy.write-own-data', org.id);
  return fileOf(task_id);
};
const staffList = async () => {
  const { task_id } = await call('employees.report', administrator, { all: true, ids: {}, filter: {} });
  await runJobs('employees.write-export', org.id);
  return fileOf(task_id);
};
const read = (id: string) => call('files.get', administrator, { id });
const bytesOf = async (id: string): Promise<boolean> => {
  const [row] = await stored<{ storage_key: string }>('select storage_key from files where id = $1', [id]);
  const key = row!.storage_key;
  await sweep();
  return (await platform()).files.read(key).then(
    (stream) => stream.destroy() !== undefined,
    () => false,
  );
};
const setAnonymous = async (anonymous: boolean) => {
  const { ending: _, ...settings } = await call('privacy.retention', administrator, {});
  return call('privacy.save', administrator, { ...settings, anonymous });
};

test('an archive of own data and a list of people are deleted with their bytes after seven days', async () => {
  const files = [await ownData(), await staffList()];
  await atTime(after(now(), 7 * DAY - MINUTE), async () => {
    for (const id of files) expect(await bytesOf(id)).toBe(true);
    for (const id of files) await read(id);
  });
  await atTime(after(now(), 7 * DAY + MINUTE), async () => {
    expect(await bytesOf(files[0]!)).toBe(false);
    for (const id of files) await expect(read(id)).rejects.toMatchObject({ code: 'file.not_found' });
  });
});

test('the archive of a removed person is deleted at once', async () => {
  const id = await ownData();
  await sweep();
  await stored('update employees set deleted_at = now() where id = $1', [administrator.id]);
  await sweep();
  expect(await stored('select from files where id = $1', [id])).toEqual([]);
});

test('when anonymous mode is turned on, staff exports with results are deleted; later exports have none and stay', async () => {
  const [before, archive] = [await staffList(), await ownData()];
  await setAnonymous(true);
  await expect(read(before), 'before the sweep').rejects.toMatchObject({ code: 'file.not_found' });
  await sweep();
  expect(await stored('select from files where id = $1', [before])).toEqual([]);
  const later = await staffList();
  await sweep();
  await read(later);
  await read(archive);
});

test('other files, such as pictures, have no end', async () => {
  const on = await platform();
  const [row] = await stored<{ id: string }>(
    `insert into files (organization_id, name, content_type, size, storage_key, visibility, created_by)
     values ($1, 'a.png', 'image/png', 1, $2, 'owner', $3) returning id`,
    [org.id, `kept-${org.id}`, administrator.id],
  );
  await atTime(after(now(), 400 * DAY), () => sweepFiles(on));
  expect(await stored('select from files where id = $1', [row!.id])).toHaveLength(1);
});
