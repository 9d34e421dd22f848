export { addNewcomers as enrolNewcomers } from './tags.repo.ts';
