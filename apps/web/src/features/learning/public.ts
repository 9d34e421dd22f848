export { AnsweredQuestions } from './answered-questions.tsx';
export { BulkCourseDialog } from './bulk-course-dialog.tsx';
export { ReminderFields } from './reminder-fields.tsx';
