export { aboutWords, actionWords } from './words.ts';
