import type { MyCourse } from './learner.schema.ts';
import { addDays } from './learning.rules.ts';

/** Number of days before a deadline from which a course counts as due soon. */
export const SOON_DAYS = 7;

/** Why a course comes first: `continue` and `begin` mean that nothing is urgent. */
export type FirstReason = 'overdue' | 'soon' | 'continue' | 'begin';
type Course = Pick<
  MyCourse,
  'status' | 'deadline' | 'overdue' | 'paused' | 'started_at' | 'completed_at' | 'next' | 'title'
>;

/** Whether nothing is left to do: the learner has finished, or the assignment is closed. */
export const isFirstCourseDone = (course: Pick<Course, 'completed_at' | 'status'>): boolean =>
  course.completed_at !== null || course.status === 'completed';

const reasonOf = (course: Course, today: string): FirstReason => {
  if (course.overdue) return 'overdue';
  if (!course.paused && course.deadline <= addDays(today, SOON_DAYS)) return 'soon';
  return course.started_at === null ? 'begin' : 'continue';
};
const rank: Readonly<Record<FirstReason, number>> = { overdue: 0, soon: 1, continue: 2, begin: 3 };

/**
 * The course that a learner should do first: an overdue one, then one that is due soon, then a begun one; of equals the one
 * with the nearest deadline. A paused course comes last. Undefined if nothing can be done now.
 */
export const firstCourse = <C extends Course>(
  courses: readonly C[],
  today: string,
): { course: C; reason: FirstReason } | undefined =>
  courses
    .filter((course) => course.next !== null && !isFirstCourseDone(course))
    .map((course) => ({ course, reason: reasonOf(course, today) }))
    .toSorted(
      (a, b) =>
        Number(a.course.paused) - Number(b.course.paused) ||
        rank[a.reason] - rank[b.reason] ||
        a.course.deadline.localeCompare(b.course.deadline) ||
        a.course.title.localeCompare(b.course.title, 'ru'),
    )[0];
