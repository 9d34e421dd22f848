import type { Module } from '../../platform/module.ts';
import { assignmentThings } from './audit-things.query.ts';
import { learnerRoutes } from './learner.routes.ts';
import { advanceAssignments, sendEmails, sendReminders, sweepLearning } from './learning.jobs.ts';
import { learningRoutes } from './learning.routes.ts';
import { scormAssignedRoutes } from './scorm-assigned.routes.ts';
import { enrolment, manualCompletion, unenrolment } from './people.service.ts';
import { personRoutes } from './person.routes.ts';
import { overdueAssignments } from './waiting.query.ts';

export const learningModule = {
  routes: [...learningRoutes, ...scormAssignedRoutes, ...personRoutes, ...learnerRoutes],
  jobs: {
    'learning.advance-assignments': advanceAssignments,
    'learning.send-emails': sendEmails,
    'learning.send-reminders': sendReminders,
  },
  sweeps: { learning: sweepLearning },
  bulk: [enrolment, unenrolment, manualCompletion],
  auditThings: assignmentThings,
  waiting: [overdueAssignments],
} satisfies Module;
