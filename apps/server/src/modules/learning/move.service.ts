import type { Tx } from '../../platform/db.ts';
import { announce } from './announce.ts';
import { lockAssigning } from './learning.repo.ts';
import { moveAssignments } from './move.repo.ts';

/**
 * Moves the open assignments of a course to its published version, whose steps have the ids of the earlier one. Returns the number
 * of people who have not finished the course.
 */
export const moveToPublished = async (tx: Tx, courseId: string): Promise<number> => {
  await lockAssigning(tx, courseId);
  const people = await moveAssignments(tx, courseId);
  await announce(tx, people, false);
  return new Set(people).size;
};
