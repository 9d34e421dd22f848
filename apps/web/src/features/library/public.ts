export { CourseChooser } from './course-chooser.tsx';
export { SlideView } from './slide-view.tsx';
