import { bitSet } from '../bit-set.rules.ts';
import type { courseProgresses } from './employees.schema.ts';

type CourseProgress = (typeof courseProgresses)[number];
/** How far somebody is in a course that he or she has. */
export type CourseState = Exclude<CourseProgress, 'WITHOUT_COURSE'>;
export const courseStates = ['NOT_START', 'COMPLETED', 'NOT_COMPLETED'] as const satisfies readonly CourseState[];

const set = bitSet(courseStates);
/** The states in which a person's courses are, as one number. */
export const bitOfState = set.bitOf;
/** Whoever has no course is in none of its states. */
export const WITHOUT_COURSE = 0;

/** The numbers of people of whom one of these is true. */
export const numbersInProgress = (progresses: readonly CourseProgress[]): number[] => [
  ...(progresses.includes('WITHOUT_COURSE') ? [WITHOUT_COURSE] : []),
  ...set.numbersWith(progresses.filter((one) => one !== 'WITHOUT_COURSE')),
];
