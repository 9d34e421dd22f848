import { expect, test } from 'vitest';
import { bitOfState, courseStates, numbersInProgress } from './course-states.rules.ts';
import { courseProgresses } from './employees.limits.ts';

test('each state has its own bit, which never changes because the numbers are stored', () => {
  expect(Object.fromEntries(courseStates.map((state) => [state, bitOfState(state)]))).toEqual({
    NOT_START: 1,
    COMPLETED: 2,
    NOT_COMPLETED: 4,
  });
});

test('a progress filter matches the numbers that share a bit with it, and 0 for people without a course', () => {
  expect(numbersInProgress(['COMPLETED'])).toEqual([2, 3, 6, 7]);
  expect(numbersInProgress(['NOT_START', 'NOT_COMPLETED'])).toEqual([1, 3, 4, 5, 6, 7]);
  expect(numbersInProgress(['WITHOUT_COURSE'])).toEqual([0]);
  expect(numbersInProgress(['NOT_COMPLETED', 'WITHOUT_COURSE'])).toEqual([0, 4, 5, 6, 7]);
  expect(numbersInProgress([...courseProgresses])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(numbersInProgress([])).toEqual([]);
});
