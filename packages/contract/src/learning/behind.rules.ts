import type { AssignmentRow, LearnerState } from './learning.schema.ts';

/**
 * States of a learner in an assignment (document 3, section 3). Only «behind» is a risk. Days are those of the organisation, as
 * YYYY-MM-DD; start and deadline both belong to the term.
 */
export type LearnerTerm = {
  readonly status: AssignmentRow['status'];
  readonly paused: boolean;
  readonly start_date: string;
  readonly deadline: string;
  readonly started: boolean;
  readonly completed: boolean;
  readonly progress: number;
};

/** A learner is likely late with less than one in `TIME_PARTS` of the term left and less than `DONE_PERCENT` done. */
export const TIME_PARTS = 3;
export const DONE_PERCENT = 50;

const DAY_MS = 86_400_000;
/** Number of days of a term with both its first and its last day. */
const daysOf = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** Whether an assignment still demands something of a learner: it is active, not paused, and the learner has not finished. */
const isDemanded = ({ status, paused, completed }: LearnerTerm): boolean =>
  status === 'active' && !paused && !completed;

/** Whether a learner is behind: past the deadline of an active assignment without having finished. */
export const isBehind = (term: LearnerTerm, today: string): boolean => isDemanded(term) && term.deadline < today;

/** Whether a learner will probably miss the deadline: little time is left and less than half is done. */
export const isLikelyLate = (term: LearnerTerm, today: string): boolean =>
  isDemanded(term) &&
  today <= term.deadline &&
  daysOf(today, term.deadline) * TIME_PARTS < daysOf(term.start_date, term.deadline) &&
  term.progress < DONE_PERCENT;

/** The state of a learner in an assignment; a learner is in exactly one. */
export const learnerStateOn = (term: LearnerTerm, today: string): LearnerState => {
  if (term.completed) return 'completed';
  if (isBehind(term, today)) return 'behind';
  if (isLikelyLate(term, today)) return 'likely_late';
  return term.started ? 'in_progress' : 'not_started';
};
