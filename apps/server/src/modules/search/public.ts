export { forgetOpened } from './recent.repo.ts';
