export { AnswerWords } from './answer-words.tsx';
