export { BesideTree } from './beside-tree.tsx';
export { DepartmentCrumbs } from './department-crumbs.tsx';
export { DepartmentTree } from './department-tree.tsx';
export { DepartmentsView } from './lazy-departments-view.ts';
export { PeoplePicker, useNewToTag } from './people-picker.tsx';
