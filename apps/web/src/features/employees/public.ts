export { BulkCourseDialog } from './bulk-course-dialog.tsx';
export { dropSelection, keepSelection, type KeptSelection, keptSelection } from './selection.ts';
