import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '../../db-types.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export const insertDraft = async (tx: Tx, values: Insertable<DB['courses']>): Promise<string> => {
  const at = now();
  const row = await tx
    .insertInto('courses')
    .values({ ...values, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Locks courses in the order of their ids, so that two bulk actions cannot deadlock. */
export const lockCourses = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('courses')
    .select(['id', 'title'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('kind', '=', 'native')
    .orderBy('id')
    .forUpdate()
    .execute();

/** Changes what a version does not contain (labels, archive), so the course does not show unpublished changes. */
export const updateCourseFacts = async (tx: Tx, id: string, changes: Updateable<DB['courses']>): Promise<void> => {
  await tx
    .updateTable('courses')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

export const deleteCourseRows = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('courses')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
};

/** Inserts a section at the end; {@link orderSectionRows} gives it its place. */
export const insertSection = async (tx: Tx, courseId: string, title: string): Promise<string> => {
  const row = await tx
    .insertInto('course_sections')
    .values({
      course_id: courseId,
      title,
      order_id: sql<number>`(select coalesce(max(order_id), -1) + 1 from course_sections where course_id = ${courseId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const renameSectionRow = async (tx: Tx, id: string, title: string): Promise<void> => {
  await tx.updateTable('course_sections').set({ title }).where('id', '=', id).execute();
};

export const deleteSection = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('course_sections').where('id', '=', id).execute();
};

/** Numbers the sections 0, 1, 2 … in this order. */
export const orderSectionRows = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`
    update course_sections s set order_id = o.n - 1
    from unnest(${ids}::uuid[]) with ordinality o(id, n)
    where s.id = o.id and s.order_id <> o.n - 1`.execute(tx);
};

/** Replaces the themes of a section, in this order. */
export const setThemes = async (tx: Tx, sectionId: string, themeIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('section_themes').where('section_id', '=', sectionId).execute();
  if (themeIds.length > 0)
    await tx
      .insertInto('section_themes')
      .values(themeIds.map((theme_id, order_id) => ({ section_id: sectionId, theme_id, order_id })))
      .execute();
};

/**
 * Waits for writers of the course's themes and modules and keeps new ones out until the transaction ends, so that a version
 * contains every change that was made before it was published.
 */
export const holdContent = async (tx: Tx, courseId: string): Promise<void> => {
  const themes = sql`select st.theme_id from section_themes st join course_sections s on s.id = st.section_id
    where s.course_id = ${courseId}`;
  await sql`select from themes where id in (${themes}) order by id for share`.execute(tx);
  await sql`select from modules where id in (select module_id from theme_steps where theme_id in (${themes}))
    order by id for share`.execute(tx);
};
