import { packagesEndpoints } from '@sergak/contract/scorm/packages.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as packages from './packages.service.ts';

export const packagesRoutes = bind(packagesEndpoints, {
  'scorm.courses': packages.listScormCourses,
  'scorm.archived-courses': packages.listArchivedScormCourses,
  'scorm.create-course': packages.uploadScormCourse,
  'scorm.course': packages.getScormCourse,
  'scorm.update-course': packages.updateScormCourse,
  'scorm.allow-hosts': packages.allowHosts,
  'scorm.delete-course': packages.removeScormCourse,
  'scorm.preview': packages.previewCourse,
});
