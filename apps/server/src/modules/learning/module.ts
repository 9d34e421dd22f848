import type { Module } from '../../platform/module.ts';
import { learnerRoutes } from './learner.routes.ts';
import { advanceAssignments, sendEmails, sweepLearning } from './learning.jobs.ts';
import { learningRoutes } from './learning.routes.ts';
import { enrolment, unenrolment } from './people.service.ts';
import { personRoutes } from './person.routes.ts';

export const learningModule = {
  routes: [...learningRoutes, ...personRoutes, ...learnerRoutes],
  jobs: { 'learning.advance-assignments': advanceAssignments, 'learning.send-emails': sendEmails },
  sweeps: { learning: sweepLearning },
  bulk: [enrolment, unenrolment],
} satisfies Module;
