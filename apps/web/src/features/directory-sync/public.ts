export { Directory } from './lazy-directory.ts';
