import { packagesEndpoints } from '@sergak/contract/scorm/packages.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as packages from './packages.service.ts';

export const packagesRoutes = bind(packagesEndpoints, {
  'scorm.courses': packages.listCourses,
  'scorm.archived-courses': packages.listArchivedCourses,
  'scorm.create-course': packages.createCourse,
  'scorm.course': packages.getCourse,
  'scorm.update-course': packages.updateCourse,
  'scorm.allow-hosts': packages.allowHosts,
  'scorm.delete-course': packages.deleteCourse,
  'scorm.preview': packages.previewCourse,
});
