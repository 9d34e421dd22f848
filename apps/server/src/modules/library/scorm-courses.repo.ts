import type { ScorePolicy } from '@sergak/contract/library/library.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type NewScormCourse = {
  readonly title: string;
  readonly description?: string;
  readonly language: Language;
  readonly packageId: string;
  readonly minutes?: number;
  readonly tags?: string[];
  readonly image_file_id?: string | null;
  readonly score_policy?: ScorePolicy;
  readonly completion_rule?: CompletionRule | null;
};
export const insertScormCourse = async (tx: Tx, course: NewScormCourse): Promise<string> => {
  const { packageId, completion_rule, ...facts } = course;
  const { id } = await tx
    .insertInto('courses')
    .values({
      description: '',
      minutes: 0,
      ...facts,
      kind: 'scorm',
      scorm_package_id: packageId,
      ...(completion_rule && { completion_rule: JSON.stringify(completion_rule) }),
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** How a SCORM course is judged, and its package. */
export const findScormFacts = async (tx: Tx, id: string) => {
  const row = await tx
    .selectFrom('courses')
    .select(['score_policy', 'completion_rule', (eb) => eb.ref('scorm_package_id').$notNull().as('scorm_package_id')])
    .where('id', '=', id)
    .where('kind', '=', 'scorm')
    .executeTakeFirst();
  return (
    row && {
      ...row,
      score_policy: row.score_policy as ScorePolicy,
      completion_rule: row.completion_rule as CompletionRule | null,
    }
  );
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
