export { anonymousView } from './anonymous.service.ts';
