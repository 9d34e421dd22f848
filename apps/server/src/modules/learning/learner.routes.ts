import { learnerEndpoints } from '@sergak/contract/learning/learner.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as attempts from './attempts.service.ts';
import * as learner from './learner.service.ts';

export const learnerRoutes = bind(learnerEndpoints, {
  'learner.courses': learner.listMyCourses,
  'learner.course': learner.getMyCourse,
  'learner.launch-theme': learner.launchTheme,
  'learner.start-step': learner.startStep,
  'learner.save-position': learner.savePosition,
  'learner.complete-theory': learner.completeTheory,
  'learner.create-attempt': attempts.createAttempt,
  'learner.answer': attempts.answerQuestion,
  'learner.complete-attempt': attempts.completeAttempt,
  'learner.result': attempts.getResult,
  'learner.module': learner.getMyModule,
  'learner.module-quiz': attempts.startModuleQuiz,
  'learner.complete-course': learner.completeCourse,
});
