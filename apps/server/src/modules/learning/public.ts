export { assignCourse, type Assigned, type NewAssignment } from './assign.service.ts';
export { sweepLearning } from './learning.jobs.ts';
export { enrolment, unenrolment } from './people.service.ts';
export { assignmentThings } from './audit-things.query.ts';
