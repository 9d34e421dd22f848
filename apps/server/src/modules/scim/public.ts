export { forgetUsers } from './links.repo.ts';
