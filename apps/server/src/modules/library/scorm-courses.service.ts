import type { ScorePolicy } from '@sergak/contract/library/library.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { updateCourseRow } from './library.repo.ts';
import { publishCourse } from './publish.service.ts';
import { findCourseUses } from './authoring.query.ts';
import * as repo from './scorm-courses.repo.ts';

// A SCORM course has no drafts: each change of what learners get is published at once (decision 0200).

/** Creates a course that plays a package, and publishes it. */
export const createScormCourse = async (tx: Tx, course: repo.NewScormCourse) => {
  const id = await repo.insertScormCourse(tx, course);
  await publishCourse(tx, id);
  return id;
};

const requireScormCourse = async (tx: Tx, id: string) => {
  const course = await repo.lockScormCourseRow(tx, id);
  if (!course) throw new AppError('course.not_found');
  return course;
};

/** Locks a SCORM course; throws if it changed since the version that the caller read. */
export const lockScormCourse = async (tx: Tx, id: string, version: number | undefined) => {
  const course = await requireScormCourse(tx, id);
  requireVersion(course, version);
  return course;
};

/** Makes a course play another package. New assignments get it, existing ones keep theirs. Returns the earlier package. */
export const replacePackage = async (tx: Tx, courseId: string, packageId: string): Promise<string | null> => {
  const course = await requireScormCourse(tx, courseId);
  if (course.scorm_package_id === packageId) return packageId;
  await updateCourseRow(tx, courseId, { scorm_package_id: packageId });
  await publishCourse(tx, courseId);
  return course.scorm_package_id;
};

export type ScormCourseChanges = {
  title?: string;
  description?: string;
  minutes?: number;
  tags?: string[];
  archived?: boolean;
  score_policy?: ScorePolicy;
  completion_rule?: CompletionRule;
  image_file_id?: string;
};

/** Changes a SCORM course, and publishes it if the change concerns learners. */
export const changeScormCourse = async (tx: Tx, id: string, changes: ScormCourseChanges): Promise<void> => {
  if (Object.keys(changes).length === 0) return;
  const { completion_rule, ...others } = changes;
  await updateCourseRow(tx, id, {
    ...others,
    ...(completion_rule && { completion_rule: JSON.stringify(completion_rule) }),
  });
  const { tags: _labels, archived: _archived, ...shown } = changes;
  if (Object.keys(shown).length > 0) await publishCourse(tx, id);
};

/** Deletes a SCORM course with its versions; throws if something uses it. Returns its title. */
export const deleteScormCourse = async (tx: Tx, id: string): Promise<string> => {
  const course = await requireScormCourse(tx, id);
  const uses = (await findCourseUses(tx, [id])).get(id);
  if (uses) throw new AppError('course.in_use', uses);
  await repo.deleteScormCourseRow(tx, id);
  return course.title;
};
