export { courseState, inProgress, isBehind, learnerStateOn, learningOn } from './course-states.query.ts';
export { departmentsWithin, hasCourse, inTag, targetIds, type Targets } from './directory.query.ts';
export { readFilter, selectedIds, whereSelected } from './employee-filter.query.ts';
export { dangerous, emailEvents } from './email-events.query.ts';
export { readSelection, requireOwnPeople, requireCount, resolveSelection } from './selection.ts';
export { countWhere, findSearch, searchCondition } from './search.query.ts';
