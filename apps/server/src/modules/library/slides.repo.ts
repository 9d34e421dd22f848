import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../db-types.ts';
import type { Tx } from '../../platform/db.ts';

/** Ids of the module's slides in their order. */
export const slideIds = async (tx: Tx, moduleId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('slides')
    .select('id')
    .where('module_id', '=', moduleId)
    .orderBy('order_id')
    .execute();
  return rows.map((row) => row.id);
};

export const insertSlide = async (tx: Tx, slide: Insertable<DB['slides']>): Promise<string> =>
  (await tx.insertInto('slides').values(slide).returning('id').executeTakeFirstOrThrow()).id;

export const updateSlideRow = async (tx: Tx, id: string, changes: Updateable<DB['slides']>): Promise<void> => {
  await tx
    .updateTable('slides')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

export const deleteSlideRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('slides').where('id', '=', id).execute();
};

/** Numbers the slides of a module in this order, from 0. */
export const orderSlides = async (tx: Tx, moduleId: string, ids: readonly string[]): Promise<void> => {
  await sql`update slides s set order_id = o.n - 1
    from unnest(${ids}::uuid[]) with ordinality o(id, n)
    where s.id = o.id and s.module_id = ${moduleId} and s.order_id <> o.n - 1`.execute(tx);
};
