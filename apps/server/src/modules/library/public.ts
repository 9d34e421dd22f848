export { findIsolation } from './presentations/isolation.ts';
export { courseCards, findPublished, hasTitle, pageOfCards } from './library.query.ts';
export { publishCourse } from './publish.service.ts';
export { adoptCourses, noteStarterReleases } from './starter.service.ts';
export {
  changeScormCourse,
  createScormCourse,
  deleteScormCourse,
  lockScormCourse,
  replacePackage,
  type ScormCourseChanges,
} from './scorm-courses.service.ts';
export { courseForPack, packCourseTitle } from './pack-read.service.ts';
export { insertPackCourse, insertPackScormCourse, packCourseFaults } from './pack.service.ts';
export { contentOf } from './media.service.ts';
