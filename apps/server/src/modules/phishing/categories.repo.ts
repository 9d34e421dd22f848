import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export const findCategory = (tx: Tx, id: string) =>
  tx.selectFrom('template_categories').select(['id', 'slug', 'title']).where('id', '=', id).executeTakeFirst();

/** Adds a category or finds it by name. Returns its id. */
export const ensureCategory = async (
  tx: Tx,
  category: { slug: string; title: string; order_id: number },
): Promise<string> => {
  await tx
    .insertInto('template_categories')
    .values(category)
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await tx
    .selectFrom('template_categories')
    .select('id')
    .where('slug', '=', category.slug)
    .executeTakeFirstOrThrow();
  return row.id;
};

export const lockCategory = (tx: Tx, id: string) =>
  tx.selectFrom('template_categories').select(['id', 'title']).where('id', '=', id).forUpdate().executeTakeFirst();

/** Adds a category at the end. Returns its id. */
export const insertCategory = async (tx: Tx, title: string): Promise<string> =>
  (
    await tx
      .insertInto('template_categories')
      .values({
        slug: randomUUID(),
        title,
        order_id: sql<number>`(select coalesce(max(order_id) + 1, 0) from template_categories)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const renameCategory = (tx: Tx, id: string, title: string) =>
  tx.updateTable('template_categories').set({ title }).where('id', '=', id).execute();

export const deleteCategoryRow = (tx: Tx, id: string) =>
  tx.deleteFrom('template_categories').where('id', '=', id).execute();

/** Numbers the categories in this order; the others follow in their former order. Returns the number of ids found. */
export const orderCategories = async (tx: Tx, ids: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ named: boolean }>`
    update template_categories c set order_id = n.place
    from (select k.id, array_position(${ids}::uuid[], k.id) is not null as named,
        (row_number() over (order by array_position(${ids}::uuid[], k.id) nulls last, k.order_id, k.title))::int - 1 as place
      from template_categories k) n
    where c.id = n.id returning n.named`.execute(tx);
  return rows.filter((row) => row.named).length;
};

/** Whether another category has this title, ignoring case. */
export const isTitleTaken = async (tx: Tx, title: string, exceptId: string | null): Promise<boolean> => {
  const { rows } = await sql`select from template_categories
    where lower(title) = lower(${title}) and id is distinct from ${exceptId}::uuid limit 1`.execute(tx);
  return rows.length > 0;
};

/** Names of the first templates of a category, and the number of all. Archived ones count. */
export const templatesIn = async (tx: Tx, id: string): Promise<{ count: number; names: string[] }> => {
  const { rows } = await sql<{ count: number; names: string[] }>`
    select count(*)::int as count, coalesce((array_agg(name order by name))[1:5], '{}') as names from templates
    where category_id = ${id}`.execute(tx);
  return rows[0]!;
};
