import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export const insertModule = async (tx: Tx, title: string): Promise<string> => {
  const at = now();
  const row = await tx
    .insertInto('modules')
    .values({ title, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Locks a module against simultaneous changes of its slides. */
export const lockModuleRow = (tx: Tx, id: string) =>
  tx.selectFrom('modules').select(['id', 'title', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();

export const renameModule = async (tx: Tx, id: string, title: string): Promise<void> => {
  await tx
    .updateTable('modules')
    .set((eb) => ({ title, version: eb('version', '+', 1), updated_at: now() }))
    .where('id', '=', id)
    .execute();
};

/** Marks the module as changed, so that the courses that use it show unpublished changes. */
export const touchModuleRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('modules').set({ updated_at: now() }).where('id', '=', id).execute();
};

export const deleteModuleRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('modules').where('id', '=', id).execute();
};

/** Copies slides, questions and the list of files of a module. Parts of questions keep their ids: they are unique per question. */
export const copyContent = async (tx: Tx, from: string, to: string): Promise<void> => {
  await sql`insert into slides (module_id, order_id, layout, title, doc, image_file_id, image_alt, audio_file_id, transcript)
    select ${to}::uuid, order_id, layout, title, doc, image_file_id, image_alt, audio_file_id, transcript
    from slides where module_id = ${from}`.execute(tx);
  await sql`insert into questions (module_id, order_id, type, text, image_file_id, image_alt, points, body, explanation)
    select ${to}::uuid, order_id, type, text, image_file_id, image_alt, points, body, explanation
    from questions where module_id = ${from}`.execute(tx);
  await sql`insert into module_files (module_id, file_id, created_at, checked_at)
    select ${to}::uuid, file_id, ${now()}, ${now()} from module_files where module_id = ${from}`.execute(tx);
};
