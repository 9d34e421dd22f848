import type { LearnerState } from '@sergak/contract/learning/learning.schema.ts';
import type { Tone } from '../../shared/ui/badges.tsx';

/** How a person stands in a course, as the tone of a badge. */
export const courseTone: Readonly<Record<LearnerState, Tone>> = {
  not_started: 'neutral',
  in_progress: 'active',
  behind: 'bad',
  completed: 'good',
};
