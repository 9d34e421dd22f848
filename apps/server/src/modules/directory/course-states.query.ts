import { bitOfState, courseStates, type CourseState } from '@sergak/contract/employees/course-states.rules.ts';
import { sql, type RawBuilder } from 'kysely';

/** When a learner `l` is in a state: each in exactly one. */
export const stateConditions: Readonly<Record<CourseState, RawBuilder<boolean>>> = {
  NOT_START: sql`(l.started_at is null and l.completed_at is null)`,
  COMPLETED: sql`(l.completed_at is not null)`,
  NOT_COMPLETED: sql`(l.started_at is not null and l.completed_at is null)`,
};

/** The state of learner `l` as the bit that it has in `employees.course_states`. */
export const courseState: RawBuilder<number> = sql<number>`case ${sql.join(
  courseStates.map((state) => sql`when ${stateConditions[state]} then ${sql.lit(bitOfState(state))}`),
  sql` `,
)} end`;
