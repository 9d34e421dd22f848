import type { ScorePolicy } from '@sergak/contract/library/library.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export const insertScormCourse = async (
  tx: Tx,
  course: { title: string; description?: string; language: Language; packageId: string },
): Promise<string> => {
  const { id } = await tx
    .insertInto('courses')
    .values({
      kind: 'scorm',
      title: course.title,
      description: course.description ?? '',
      language: course.language,
      minutes: 0,
      scorm_package_id: course.packageId,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Locks a SCORM course; undefined for a native one. */
export const lockScormCourse = async (tx: Tx, id: string) => {
  const row = await tx
    .selectFrom('courses')
    .select([
      'id',
      'title',
      'description',
      'minutes',
      'tags',
      'archived',
      'score_policy',
      'completion_rule',
      'scorm_package_id',
      'image_file_id',
      'version',
    ])
    .where('id', '=', id)
    .where('kind', '=', 'scorm')
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      ...row,
      score_policy: row.score_policy as ScorePolicy,
      completion_rule: row.completion_rule as CompletionRule | null,
    }
  );
};

/** What refers to a course besides its own versions: it cannot be deleted before these. */
export const usesOfCourse = async (tx: Tx, courseId: string) => {
  const { rows } = await sql<{ kind: 'assignment' | 'campaign' | 'tag'; id: string; title: string }>`
    select 'assignment' as kind, id, title from assignments where course_id = ${courseId}
    union all select 'campaign', id, name from campaigns where course_id = ${courseId}
    union all select distinct 'tag', t.id, t.title from tag_action_courses c
      join tag_actions a on a.id = c.action_id join tags t on t.id = a.tag_id where c.course_id = ${courseId}
    limit 20`.execute(tx);
  return rows;
};

export const deleteCourse = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('courses').where('id', '=', id).execute();
};
