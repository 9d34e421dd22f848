export { AnsweredQuestions } from './answered-questions.tsx';
export { ReminderFields } from './reminder-fields.tsx';
