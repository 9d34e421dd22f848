import { sql, type Insertable } from 'kysely';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { DB } from '../../db-types.ts';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** A copy of a course of the starter library, in one language. */
export type CourseCopy = {
  readonly id: string;
  readonly starter_slug: string;
  readonly starter_version: string;
  readonly language: Language;
  readonly archived: boolean;
  readonly changed: boolean;
};

/** Copies are made one after the other, so that two calls make one copy. */
export const lockCopies = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('starter-courses'), hashtext(current_setting('app.org')))`.execute(tx);

/** Copies of courses of the starter library: of these entries, or all. Changed: the course, a theme or a module is newer than the copy. */
export const findCopies = async (tx: Tx, slugs?: readonly string[]): Promise<CourseCopy[]> => {
  const { rows } = await sql<CourseCopy>`
    select c.id, c.starter_slug, coalesce(c.starter_version, '') as starter_version, c.language, c.archived,
      greatest(c.updated_at, (select max(greatest(t.updated_at, m.updated_at))
        from course_sections s join section_themes st on st.section_id = s.id join themes t on t.id = st.theme_id
          left join theme_steps p on p.theme_id = t.id left join modules m on m.id = p.module_id
        where s.course_id = c.id)) > coalesce(c.starter_at, c.created_at) as changed
    from courses c where c.starter_slug is not null
      and (${slugs === undefined} or c.starter_slug = any(${[...(slugs ?? [])]}::text[]))`.execute(tx);
  return rows;
};

/** The copy becomes a course of the organisation alone. */
export const releaseCopy = (tx: Tx, id: string) =>
  tx.updateTable('courses').set({ starter_slug: null }).where('id', '=', id).execute();

/** Shows an archived copy again; it is not changed by that. */
export const restoreCopy = (tx: Tx, id: string) =>
  tx
    .updateTable('courses')
    .set((eb) => ({ archived: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** The themes and modules that the course shows now. */
export const findParts = async (tx: Tx, courseId: string) => {
  const { rows } = await sql<{ theme_id: string; module_id: string | null }>`
    select st.theme_id, p.module_id from course_sections s join section_themes st on st.section_id = s.id
      left join theme_steps p on p.theme_id = st.theme_id
    where s.course_id = ${courseId}`.execute(tx);
  const modules = rows.flatMap((row) => row.module_id ?? []);
  return { themes: [...new Set(rows.map((row) => row.theme_id))], modules: [...new Set(modules)] };
};

/** Removes the content of a course: its sections, and those themes and modules that nothing else uses. */
export const clearCourse = async (tx: Tx, courseId: string): Promise<void> => {
  const { themes, modules } = await findParts(tx, courseId);
  await tx.deleteFrom('course_sections').where('course_id', '=', courseId).execute();
  await sql`delete from themes t where t.id = any(${themes}::uuid[])
    and not exists (select from section_themes s where s.theme_id = t.id)`.execute(tx);
  await sql`delete from modules m where m.id = any(${modules}::uuid[])
    and not exists (select from theme_steps p where p.module_id = m.id)`.execute(tx);
};

/** Gives a course the values of a newer version of the library; its labels and its archive stay. */
export const replaceValues = async (tx: Tx, id: string, course: Insertable<DB['courses']>): Promise<void> => {
  const { title, description, minutes, image_file_id = null, summary = null, starter_version, starter_texts } = course;
  const at = now();
  await tx
    .updateTable('courses')
    .set((eb) => ({
      title,
      description: description ?? '',
      minutes: minutes ?? 10,
      image_file_id,
      summary,
      starter_version,
      starter_texts,
      starter_at: at,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
};

/** Stores since when this installation has these courses and templates. Entries that are known keep their time. */
export const noteReleases = async (
  tx: SystemTx,
  entries: readonly { readonly kind: 'course' | 'template'; readonly slug: string }[],
): Promise<void> => {
  await sql`insert into starter_releases (kind, slug, first_seen_at)
    select kind, slug, now() from unnest(${entries.map((one) => one.kind)}::text[], ${entries.map((one) => one.slug)}::text[]) as e (kind, slug)
    on conflict do nothing`.execute(tx);
};
