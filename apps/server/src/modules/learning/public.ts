export { assignCourse, type Assigned, type NewAssignment } from './assign.service.ts';
