export { departmentsWithin, targetIds, type Targets } from './directory.query.ts';
export { readFilter, selectedIds, whereSelected } from './employee-filter.query.ts';
export { findSearch, searchCondition } from './search.query.ts';
