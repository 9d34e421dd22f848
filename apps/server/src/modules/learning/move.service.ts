import type { Tx } from '../../platform/db.ts';
import { announce } from './announce.ts';
import { lockAssigning } from './learning.repo.ts';
import { moveAssignments, moveRules, type ProposedRules } from './move.repo.ts';

/**
 * Moves the open assignments of a course to its published version, whose steps have the ids of the earlier one. Those with the rule
 * that the earlier package proposed get the rule of the new one: a package that reports nothing cannot be passed. Returns the number of
 * people who have not finished the course.
 */
export const moveToPublished = async (tx: Tx, courseId: string, rules: ProposedRules): Promise<number> => {
  await lockAssigning(tx, courseId);
  await moveRules(tx, courseId, rules);
  const people = await moveAssignments(tx, courseId);
  await announce(tx, people, false);
  return new Set(people).size;
};
