import {
  bitOfState,
  courseStates,
  numbersInProgress,
  type CourseState,
} from '@sergak/contract/employees/course-states.rules.ts';
import type { courseProgresses, learningStates } from '@sergak/contract/employees/employees.limits.ts';
import { DONE_PERCENT, TIME_PARTS } from '@sergak/contract/learning/behind.rules.ts';
import type { LearnerState } from '@sergak/contract/learning/learning.schema.ts';
import { sql, type RawBuilder } from 'kysely';

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
  sql<boolean>`e.course_states = any(${numbersInProgress(progresses)}::smallint[])`;

/**
 * Whether learner `l` of assignment `a` is behind on a day, by `isBehind` of the contract. `behind_from` is null for those who have
 * finished or whose assignment is paused.
 */
export const isBehind = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(a.status = 'active' and coalesce(l.behind_from <= ${today}::date, false))`;

/** Whether learner `l` of assignment `a` will probably miss the deadline, by `isLikelyLate` of the contract. */
const isLikelyLate = (today: string): RawBuilder<boolean> => sql<boolean>`(a.status = 'active' and not l.paused
  and l.completed_at is null and ${today}::date <= l.deadline and l.progress < ${DONE_PERCENT}::int
  and (l.deadline - ${today}::date + 1) * ${TIME_PARTS}::int < l.deadline - l.start_date + 1)`;

/** State of learner `l` of assignment `a` on a day, by `learnerStateOn` of the contract. */
export const learnerStateOn = (today: string): RawBuilder<LearnerState> => sql<LearnerState>`case
  when l.completed_at is not null then 'completed'
  when ${isBehind(today)} then 'behind'
  when ${isLikelyLate(today)} then 'likely_late'
  when l.started_at is null then 'not_started' else 'in_progress' end`;

/** Whether person `e` is behind in any course on a day, or in none, by the date that the statistics store in `employees`. */
export const learningOn = (today: string): Record<(typeof learningStates)[number], RawBuilder<boolean>> => ({
  BEHIND: sql`e.behind_from <= ${today}::date`,
  NORMAL: sql`e.behind_from > ${today}::date`,
});
