export { AnsweredQuestions } from './answered-questions.tsx';
export { PartPicture } from './part-picture.tsx';
export { QuestionInput } from './question-input.tsx';
