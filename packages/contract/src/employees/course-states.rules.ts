import { bitSet } from '../bit-set.rules.ts';
import type { courseProgresses } from './employees.limits.ts';

type CourseProgress = (typeof courseProgresses)[number];
/** How far a person is in an assigned course. */
export type CourseState = Exclude<CourseProgress, 'WITHOUT_COURSE'>;
export const courseStates = ['NOT_START', 'COMPLETED', 'NOT_COMPLETED'] as const satisfies readonly CourseState[];

const set = bitSet(courseStates);
/** The states of all courses of a person, as one number. */
export const bitOfState = set.bitOf;
/** A person without a course is in none of the states. */
export const WITHOUT_COURSE = 0;

/** The numbers of people for whom at least one of these states is true. */
export const numbersInProgress = (progresses: readonly CourseProgress[]): number[] => [
  ...(progresses.includes('WITHOUT_COURSE') ? [WITHOUT_COURSE] : []),
  ...set.numbersWith(progresses.filter((one) => one !== 'WITHOUT_COURSE')),
];
