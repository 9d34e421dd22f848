import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/**
 * Gives the open assignments of a course its published version. An assignment in which nobody is left to finish keeps its
 * version. Of several assignments of one tag action only the newest stays its shared assignment, because a version has one.
 * Returns the people who have not finished.
 */
export const moveAssignments = async (tx: Tx, courseId: string): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    with published as (
      select v.id from courses c
      join course_versions v on v.course_id = c.id and v.number = c.published_version where c.id = ${courseId}),
    locked as (
      select a.id, a.tag_action_id, a.created_at, a.course_version_id = p.id as current
      from assignments a cross join published p
      where a.course_id = ${courseId} and a.status <> 'completed' and (a.course_version_id = p.id
        or exists (select from learners l where l.assignment_id = a.id and l.completed_at is null))
      for update of a),
    moving as (
      select id, current, row_number() over (partition by tag_action_id order by current desc, created_at desc) as place
      from locked),
    moved as (
      update assignments a set course_version_id = p.id, version = a.version + 1,
        tag_action_id = case when m.place = 1 then a.tag_action_id end
      from moving m, published p where a.id = m.id and not m.current
      returning a.id)
    select l.employee_id from learners l join moved on moved.id = l.assignment_id where l.completed_at is null
  `.execute(tx);
  return rows.map((row) => row.employee_id);
};

/** The completion rules that the earlier and the new package propose. */
export type ProposedRules = { readonly earlier: CompletionRule | null; readonly next: CompletionRule };

/** Gives open assignments that follow the proposal of the earlier package the proposal of the new one. */
export const moveRules = async (tx: Tx, courseId: string, { earlier, next }: ProposedRules): Promise<void> => {
  await sql`update assignments set completion_rule = ${JSON.stringify(next)}::jsonb
    where course_id = ${courseId} and status <> 'completed'
      and (completion_rule is null or completion_rule = ${JSON.stringify(earlier)}::jsonb)`.execute(tx);
};
