export { findPublished } from './library.query.ts';
export { publishCourse } from './publish.service.ts';
export { installStarterCourses } from './starter.service.ts';
