export { isAnonymityEnding, isAnonymous } from './anonymous.query.ts';
export { audienceOf } from './audience.query.ts';
export { courseState, inProgress, isBehind, learnerStateOn, learningOn } from './course-states.query.ts';
export { departmentsWithin, hasCourse, inTag } from './directory.query.ts';
export { readFilter } from './employee-filter.query.ts';
export { dangerous, emailEvents } from './email-events.query.ts';
export { countSelected, selectedIds, targetIds, whereSelected } from './people-selection.query.ts';
export { readSelection, requireCount, requireOwnPeople, requireSomeone, resolveSelection } from './selection.ts';
export { countWhere, findSearch, searchCondition } from './search.query.ts';
