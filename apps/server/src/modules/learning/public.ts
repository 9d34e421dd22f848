export { assignCourse, type Assigned, type NewAssignment } from './assign.service.ts';
export { getMyCourse, listMyCourses } from './learner.service.ts';
export { moveToPublished } from './move.service.ts';
export { selectProgress as readAssignmentProgress } from './learning.query.ts';
export { findLearner } from './person.query.ts';
export { forgetCaughtLearners, unlinkAssignmentCampaigns } from './retention.repo.ts';
export { findScormStep, openScormStep, recordScormResult } from './scorm-step.service.ts';
