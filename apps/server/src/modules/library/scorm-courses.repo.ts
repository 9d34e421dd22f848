import type { ScorePolicy } from '@sergak/contract/library/library.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
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
export const lockScormCourseRow = async (tx: Tx, id: string) => {
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

export const deleteScormCourseRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('courses').where('id', '=', id).execute();
};
