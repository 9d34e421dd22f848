import { advanceAssignments, sendLetters } from './modules/learning/learning.jobs.ts';
import type { JobHandlers } from './platform/jobs.ts';

const later = async () => undefined;

/** Every background job, bound to its handler. */
export const handlers: JobHandlers = {
  'mail.send-letter': later,
  'employees.read-import': later,
  'employees.apply-import': later,
  'campaigns.plan-letters': later,
  'campaigns.advance': later,
  'campaigns.react-to-results': later,
  'learning.advance-assignments': advanceAssignments,
  'learning.send-letters': sendLetters,
  'statistics.refresh-people': later,
  'statistics.store-daily-points': later,
  'reports.make-report': later,
  'system.sweep': later,
};
