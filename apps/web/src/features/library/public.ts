export { CourseChooser } from './course-chooser.tsx';
export { CourseSummary } from './course-summary.tsx';
export { SlideText } from './slide-text.tsx';
export { SlideView } from './slide-view.tsx';
export { PartPicture } from './part-picture.tsx';
export { QuestionInput } from './question-input.tsx';
