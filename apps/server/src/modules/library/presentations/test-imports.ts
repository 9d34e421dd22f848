import { readdir } from 'node:fs/promises';
import { call, inOrganization, platform, runJobs, stored, type Person } from '../../../../test/app.ts';
import * as make from '../../../../test/make/index.ts';
import { uploadDeck } from './test-decks.ts';

/** Each import starts processes that decode and draw, which takes long on a busy machine. */
export const patient = { timeout: 120_000 };

/** An organisation with a module of one slide. */
export const setUp = async () => {
  const org = await make.organization();
  const officer = await make.operator(org);
  const { id } = await inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('modules').values({ title: 'Модуль' }).returning('id').executeTakeFirstOrThrow(),
  );
  await inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('slides').values({ module_id: id, order_id: 0, title: 'Первый' }).execute(),
  );
  return { org, officer, moduleId: id };
};
export const start = async (officer: Person, id: string, bytes: Buffer, name = 'deck.pdf') =>
  call('presentations.import', officer, { id }, await uploadDeck(bytes, name));
export const finish = async (officer: Person, event_id: string) => {
  await runJobs('library.import-presentation', officer.organization_id);
  return call('events.get', officer, { id: event_id });
};
export const run = async (officer: Person, id: string, bytes: Buffer, name?: string) =>
  finish(officer, (await start(officer, id, bytes, name)).event_id);
export const files = (org: string) =>
  stored<{ name: string }>('select name from files where organization_id = $1', [org]);
/** Folders that imports have left behind. */
export const leftovers = async () =>
  (await readdir((await platform()).files.scratch)).filter((name) => name.startsWith('deck-'));
