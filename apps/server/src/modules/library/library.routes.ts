import { libraryEndpoints } from '@sergak/contract/library/library.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as library from './library.service.ts';

export const libraryRoutes = bind(libraryEndpoints, {
  'library.courses': library.listCourses,
  'library.archived-courses': library.listArchivedCourses,
  'library.choice-of-courses': library.listCoursesForPicker,
  'library.course': library.getCourse,
  'library.update-course': library.updateCourse,
  'library.archive-course': library.archiveCourse,
  'library.themes': library.listThemes,
});
