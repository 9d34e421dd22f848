import type { LearnerState } from '@sergak/contract/learning/learning.schema.ts';
import type { Tone } from '../../shared/ui/badges.tsx';

/** The state of a learner as the tone of a badge. */
export const courseTone: Readonly<Record<LearnerState, Tone>> = {
  not_started: 'neutral',
  in_progress: 'active',
  likely_late: 'warning',
  behind: 'bad',
  completed: 'good',
};
