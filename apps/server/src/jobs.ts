import { advanceCampaign } from './modules/campaigns/lifecycle.service.ts';
import { planLetters } from './modules/campaigns/planning.jobs.ts';
import type { JobHandlers } from './platform/jobs.ts';

const later = async () => undefined;

/** Every background job, bound to its handler. */
export const handlers: JobHandlers = {
  'mail.send-letter': later,
  'employees.read-import': later,
  'employees.apply-import': later,
  'campaigns.plan-letters': planLetters,
  'campaigns.advance': advanceCampaign,
  'campaigns.react-to-results': later,
  'learning.advance-assignments': later,
  'statistics.refresh-people': later,
  'statistics.store-daily-points': later,
  'reports.make-report': later,
  'system.sweep': later,
};
