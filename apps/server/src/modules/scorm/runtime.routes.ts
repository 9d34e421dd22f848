import { runtimeEndpoints } from '@sergak/contract/scorm/runtime.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { launchScorm } from './launch.service.ts';
import * as statements from './statements.service.ts';

export const runtimeRoutes = bind(runtimeEndpoints, {
  'scorm.launch': launchScorm,
  'scorm.my-courses': statements.listMyScormCourses,
  'scorm.my-course': statements.getMyScormCourse,
  'scorm.save-step': statements.saveStep,
  'scorm.statement': statements.getStatement,
  'scorm.save-statement': statements.saveStatement,
  'scorm.person-results': statements.getPersonResults,
});
