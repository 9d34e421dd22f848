import { coursesEndpoints } from '@sergak/contract/library/courses.endpoints.ts';
import { libraryEndpoints } from '@sergak/contract/library/library.endpoints.ts';
import { starterCoursesEndpoints } from '@sergak/contract/library/starter.endpoints.ts';
import { themesEndpoints } from '@sergak/contract/library/themes.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as courses from './courses.service.ts';
import * as library from './library.service.ts';
import { publishReadCourse } from './publish.service.ts';
import * as sections from './sections.service.ts';
import * as starter from './starter.service.ts';
import * as themes from './themes.service.ts';

const listRoutes = bind(libraryEndpoints, {
  'library.courses': library.listCourses,
  'library.archived-courses': library.listArchivedCourses,
  'library.choice-of-courses': library.listCoursesForPicker,
  'library.course': library.getCourse,
  'library.update-course': courses.updateCourse,
  'library.change-course': courses.changeCourse,
  'library.themes': library.listThemes,
});
const courseRoutes = bind(coursesEndpoints, {
  'library.create-course': courses.createCourse,
  'library.create-content-course': courses.createCourse,
  'library.content-course': library.getCourse,
  'library.delete-course': courses.deleteCourse,
  'library.delete-courses': courses.deleteCourses,
  'library.copy-course': courses.copyCourse,
  'library.set-labels': courses.setLabels,
  'library.labels': courses.listLabels,
  'library.remove-cover': courses.removeCover,
  'library.course-changes': courses.listChanges,
  'library.publish-course': publishReadCourse,
  'library.section': sections.getSection,
  'library.add-section': sections.addSection,
  'library.rename-section': sections.renameSection,
  'library.remove-section': sections.removeSection,
  'library.order-sections': sections.orderSections,
  'library.append-theme': sections.appendTheme,
  'library.remove-theme': sections.removeTheme,
  'library.move-theme': sections.moveTheme,
});
const themeRoutes = bind(themesEndpoints, {
  'library.theme': themes.getTheme,
  'library.create-theme': themes.createTheme,
  'library.update-theme': themes.updateTheme,
  'library.delete-theme': themes.deleteTheme,
  'library.copy-theme': themes.copyTheme,
  'library.scorm-packages': themes.listScormPackages,
});
const starterRoutes = bind(starterCoursesEndpoints, {
  'library.starter-courses': starter.listStarterCourses,
  'library.starter-course': starter.getStarterCourse,
  'library.starter-picture': starter.readStarterPicture,
  'library.starter-adopt': starter.adoptStarterCourses,
  'library.starter-differences': starter.listCourseDifferences,
  'library.starter-update': starter.updateStarterCourse,
});
export const libraryRoutes = [...listRoutes, ...courseRoutes, ...themeRoutes, ...starterRoutes];
