export { sweepTags } from './tags.jobs.ts';
export { addNewcomers as enrolNewcomers } from './tags.repo.ts';
