export { departmentsWithin, targetIds, type Targets } from './directory.query.ts';
