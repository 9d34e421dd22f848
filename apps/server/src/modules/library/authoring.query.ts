import type { CourseUses, ThemeDetail } from '@sergak/contract/library/library.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { stepsOfThemes } from './library.query.ts';

const idsOf = (ids: readonly string[]) => sql`any(${ids}::uuid[])`;

/** Where these courses are used: a course that is used cannot be deleted. */
export const findCourseUses = async (tx: Tx, ids: readonly string[]): Promise<Map<string, CourseUses>> => {
  const { rows } = await sql<{ course_id: string; place: keyof CourseUses; id: string; title: string }>`
    select course_id, 'assignments' as place, id, title from assignments where course_id = ${idsOf(ids)}
    union all
    select course_id, 'campaigns', id, name from campaigns where course_id = ${idsOf(ids)}
    union all
    select distinct ac.course_id, 'tags', t.id, t.title
    from tag_action_courses ac join tag_actions a on a.id = ac.action_id join tags t on t.id = a.tag_id
    where ac.course_id = ${idsOf(ids)}
    order by 4, 3`.execute(tx);
  const found = new Map<string, CourseUses>();
  for (const { course_id, place, id, title } of rows) {
    const uses = found.get(course_id) ?? { assignments: [], campaigns: [], tags: [] };
    uses[place].push({ id, title });
    found.set(course_id, uses);
  }
  return found;
};

/** The covers of these courses and of their versions. */
export const findCovers = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select image_file_id as id from courses where id = ${idsOf(ids)} and image_file_id is not null
    union
    select right(content->>'image_path', 36)::uuid from course_versions
    where course_id = ${idsOf(ids)} and content->>'image_path' is not null`.execute(tx);
  return rows.map((row) => row.id);
};

/** Those of the files that no course, version, assignment or module uses. */
export const findUnusedFiles = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f where f.id = ${idsOf(ids)}
      and not exists (select from courses c where c.image_file_id = f.id)
      and not exists (select from course_version_files v where v.file_id = f.id)
      and not exists (select from assignments a where a.image_file_id = f.id)
      and not exists (select from module_files m where m.file_id = f.id)
      and not exists (select from slides s where f.id in (s.image_file_id, s.audio_file_id))
      and not exists (select from questions q where q.image_file_id = f.id)`.execute(tx);
  return rows.map((row) => row.id);
};

/** All labels of native courses, in alphabetical order. */
export const selectLabels = async (tx: Tx) => {
  const { rows } = await sql<{ title: string; courses_count: number }>`
    select l.title, count(*) as courses_count from courses c cross join unnest(c.tags) l(title)
    where c.kind = 'native' group by l.title order by l.title collate "ru-RU-x-icu"`.execute(tx);
  return rows;
};

/** What of a course is newer than its published version, the latest first. */
export const findChanges = async (tx: Tx, courseId: string) => {
  const published = await tx
    .selectFrom('courses as c')
    .leftJoin('course_versions as v', (join) =>
      join.onRef('v.course_id', '=', 'c.id').onRef('v.number', '=', 'c.published_version'),
    )
    .select(['v.published_at'])
    .where('c.id', '=', courseId)
    .where('c.kind', '=', 'native')
    .executeTakeFirst();
  if (!published) return undefined;
  if (published.published_at === null) return { published_at: null, changes: [] };
  const { rows } = await sql<{ kind: 'course' | 'theme' | 'module'; id: string; title: string; changed_at: string }>`
    with used as (
      select distinct t.id as theme_id, p.module_id
      from course_sections s join section_themes st on st.section_id = s.id join themes t on t.id = st.theme_id
        left join theme_steps p on p.theme_id = t.id
      where s.course_id = ${courseId})
    select * from (
      select 'course' as kind, id, title, updated_at as changed_at from courses where id = ${courseId}
      union all
      select 'theme', id, title, updated_at from themes where id in (select theme_id from used)
      union all
      select 'module', id, title, updated_at from modules where id in (select module_id from used)
    ) parts where changed_at > ${published.published_at} order by changed_at desc, id`.execute(tx);
  return { published_at: published.published_at, changes: rows };
};

export const findSection = async (tx: Tx, id: string) => {
  const row = await tx
    .selectFrom('course_sections as s')
    .innerJoin('courses as c', 'c.id', 's.course_id')
    .select(['s.id', 's.title', 'c.id as course_id', 'c.title as course_title'])
    .where('s.id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, title: row.title, course: { id: row.course_id, title: row.course_title } };
};

/** The sections of a course in their order, with the ids of their themes. */
export const findSections = async (tx: Tx, courseId: string) => {
  const { rows } = await sql<{ id: string; title: string; theme_ids: string[] }>`
    select s.id, s.title, coalesce(
      (select jsonb_agg(st.theme_id order by st.order_id) from section_themes st where st.section_id = s.id), '[]')
      as theme_ids
    from course_sections s where s.course_id = ${courseId} order by s.order_id`.execute(tx);
  return rows;
};

/** Titles of the themes that exist among these ids. */
export const findThemeTitles = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('themes')
    .select(['id', 'title'])
    .where(sql<boolean>`id = ${idsOf(ids)}`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.title]));
};

/** Ids of the modules or packages that exist among these ids. */
export const findExisting = async (
  tx: Tx,
  table: 'modules' | 'scorm_packages',
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where(sql<boolean>`id = ${idsOf(ids)}`)
    .execute();
  return new Set(rows.map((row) => row.id));
};

export const findTheme = async (tx: Tx, id: string): Promise<ThemeDetail | undefined> => {
  const theme = await tx
    .selectFrom('themes')
    .select(['id', 'title', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!theme) return undefined;
  const courses = await tx
    .selectFrom('courses as c')
    .select(['c.id', 'c.title', 'c.archived'])
    .where(
      sql<boolean>`exists (select from course_sections s join section_themes st on st.section_id = s.id
        where s.course_id = c.id and st.theme_id = ${id})`,
    )
    .orderBy('c.title')
    .orderBy('c.id')
    .execute();
  return { ...theme, courses, steps: await stepsOfThemes(tx, [id]) };
};

export const selectScormPackages = (tx: Tx) =>
  tx
    .selectFrom('scorm_packages')
    .select(['id', 'title', 'standard', 'edition', 'created_at'])
    .orderBy('title')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Number of questions of each of these modules that has any. */
export const countModuleQuestions = async (
  tx: Tx,
  moduleIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await tx
    .selectFrom('questions')
    .select(['module_id', sql<number>`count(*)`.as('n')])
    .where(sql<boolean>`module_id = any(${moduleIds}::uuid[])`)
    .groupBy('module_id')
    .execute();
  return new Map(rows.map((row) => [row.module_id, Number(row.n)]));
};
