import {
  bitOfState,
  courseStates,
  numbersInProgress,
  type CourseState,
} from '@sergak/contract/employees/course-states.rules.ts';
import type { courseProgresses, learningStates } from '@sergak/contract/employees/employees.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import { arrayText } from '../../platform/db.ts';

/** The condition of each state of a learner `l`. A learner is in exactly one state. */
export const stateConditions: Readonly<Record<CourseState, RawBuilder<boolean>>> = {
  NOT_START: sql`(l.started_at is null and l.completed_at is null)`,
  COMPLETED: sql`(l.completed_at is not null)`,
  NOT_COMPLETED: sql`(l.started_at is not null and l.completed_at is null)`,
};

/** The state of learner `l` as its bit in `employees.course_states`. */
export const courseState: RawBuilder<number> = sql<number>`case ${sql.join(
  courseStates.map((state) => sql`when ${stateConditions[state]} then ${sql.lit(bitOfState(state))}`),
  sql` `,
)} end`;

/** Whether person `e` is in one of these states, by the number that the statistics store in `employees`. */
export const inProgress = (progresses: readonly (typeof courseProgresses)[number][]): RawBuilder<boolean> =>
  sql<boolean>`e.course_states = any(${arrayText(numbersInProgress(progresses))}::smallint[])`;

/** Whether person `e` is behind in any course on a day, or in none, by the date that the statistics store in `employees`. */
export const learningOn = (today: string): Record<(typeof learningStates)[number], RawBuilder<boolean>> => ({
  BEHIND: sql`e.behind_from <= ${today}::date`,
  NORMAL: sql`e.behind_from > ${today}::date`,
});
