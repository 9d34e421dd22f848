export { AnsweredQuestions } from './answered-questions.tsx';
