import { readdir } from 'node:fs/promises';
import { call, inOrganization, platform, runJobs, stored, type Person } from '../../../../test/app.ts';
import * as make from '../../../../test/make/index.ts';
import { uploadDeck } from './test-decks.ts';

/** Each import starts processes that decode and draw, which takes long on a busy machine. */
export const patient = { timeout: 120_000 };

/** An organisation with a module of one slide. */
export const setUp = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { id } = await inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('modules').values({ title: 'Модуль' }).returning('id').executeTakeFirstOrThrow(),
  );
  await inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('slides').values({ module_id: id, order_id: 0, title: 'Первый' }).execute(),
  );
  return { org, administrator, moduleId: id };
};
export const start = async (administrator: Person, id: string, bytes: Buffer, name = 'deck.pdf') =>
  call('presentations.import', administrator, { id }, await uploadDeck(bytes, name));
export const finish = async (administrator: Person, task_id: string) => {
  await runJobs('library.import-presentation', administrator.organization_id);
  return call('tasks.get', administrator, { id: task_id });
};
export const run = async (administrator: Person, id: string, bytes: Buffer, name?: string) =>
  finish(administrator, (await start(administrator, id, bytes, name)).task_id);
export const files = (org: string) =>
  stored<{ name: string }>('select name from files where organization_id = $1', [org]);
/** Folders that imports have left behind. */
export const leftovers = async () =>
  (await readdir((await platform()).files.scratch)).filter((name) => name.startsWith('deck-'));
