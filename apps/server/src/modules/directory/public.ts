export { departmentsWithin, targetIds, type Targets } from './directory.query.ts';
export { selectedIds, whereFilter, whereSelected } from './employee-filter.query.ts';
export { searchCondition } from './search.query.ts';
