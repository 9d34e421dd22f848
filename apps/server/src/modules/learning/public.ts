export { assignCourse, type Assigned, type NewAssignment } from './assign.service.ts';
export { getMyCourse, listMyCourses } from './learner.service.ts';
export { moveToPublished } from './move.service.ts';
export { readProgress as readAssignmentProgress } from './learning.query.ts';
export { findPerson } from './person.query.ts';
export { forgetCaughtLearners, unlinkCampaigns } from './retention.repo.ts';
export { findScormStep, openScormStep, recordScormResult } from './scorm-step.service.ts';
