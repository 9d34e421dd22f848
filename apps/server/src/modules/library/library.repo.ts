import type { CourseContent } from '@sergak/contract/learning/learning.rules.ts';
import type { Insertable, Updateable } from 'kysely';
import type { DB } from '../../db-types.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** Rows of a whole course with preset ids, so that one statement per table inserts them. */
export type CourseRows = {
  readonly course: Insertable<DB['courses']>;
  readonly course_sections: Insertable<DB['course_sections']>[];
  readonly themes: Insertable<DB['themes']>[];
  readonly section_themes: Insertable<DB['section_themes']>[];
  readonly modules: Insertable<DB['modules']>[];
  readonly theme_steps: Insertable<DB['theme_steps']>[];
  readonly slides: Insertable<DB['slides']>[];
  readonly questions: Insertable<DB['questions']>[];
};

export const insertCourse = async (tx: Tx, rows: CourseRows): Promise<void> => {
  await tx.insertInto('courses').values(rows.course).execute();
  await insertParts(tx, rows);
};

/** Inserts the content of a course that exists. */
export const insertParts = async (tx: Tx, rows: Omit<CourseRows, 'course'>): Promise<void> => {
  for (const table of [
    'course_sections',
    'themes',
    'section_themes',
    'modules',
    'theme_steps',
    'slides',
    'questions',
  ] as const)
    if (rows[table].length > 0) await tx.insertInto(table).values(rows[table]).execute();
};

/** Adds the next version of a course; versions are never changed afterwards. */
export const insertVersion = async (
  tx: Tx,
  v: {
    courseId: string;
    number: number;
    content: CourseContent;
    stepsTotal: number;
    /** Files and packages that the content refers to: they are kept as long as the version. */
    fileIds: readonly string[];
    packageIds: readonly string[];
  },
): Promise<void> => {
  const { id } = await tx
    .insertInto('course_versions')
    .values({
      course_id: v.courseId,
      number: v.number,
      content: JSON.stringify(v.content),
      steps_total: v.stepsTotal,
      published_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (v.fileIds.length > 0)
    await tx
      .insertInto('course_version_files')
      .values(v.fileIds.map((file_id) => ({ course_version_id: id, file_id })))
      .execute();
  if (v.packageIds.length > 0)
    await tx
      .insertInto('course_version_packages')
      .values(v.packageIds.map((package_id) => ({ course_version_id: id, package_id })))
      .execute();
  await tx.updateTable('courses').set({ published_version: v.number }).where('id', '=', v.courseId).execute();
};

export const lockCourse = (tx: Tx, id: string) =>
  tx
    .selectFrom('courses')
    .select([
      'id',
      'kind',
      'title',
      'description',
      'minutes',
      'language',
      'image_file_id',
      'tags',
      'archived',
      'published_version',
      'version',
    ])
    .where('id', '=', id)
    .where('kind', '=', 'native')
    .forUpdate()
    .executeTakeFirst();

/** Changes what a version contains, so the course shows unpublished changes. */
export const updateCourseRow = async (tx: Tx, id: string, changes: Updateable<DB['courses']>): Promise<void> => {
  await tx
    .updateTable('courses')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1), updated_at: now() }))
    .where('id', '=', id)
    .execute();
};
