import {
  bitOfState,
  courseStates,
  numbersInProgress,
  type CourseState,
} from '@sergak/contract/employees/course-states.rules.ts';
import type { courseProgresses, learningStates } from '@sergak/contract/employees/employees.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import { arrayText } from '../../platform/db.ts';

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

/** Whether one of these is true of person `e`, as kept beside the risk level. */
export const inProgress = (progresses: readonly (typeof courseProgresses)[number][]): RawBuilder<boolean> =>
  sql<boolean>`e.course_states = any(${arrayText(numbersInProgress(progresses))}::smallint[])`;

/** Whether person `e` is behind in some course on a day, or in none, as kept beside the risk level. */
export const learningOn = (today: string): Record<(typeof learningStates)[number], RawBuilder<boolean>> => ({
  BEHIND: sql`e.behind_from <= ${today}::date`,
  NORMAL: sql`e.behind_from > ${today}::date`,
});
