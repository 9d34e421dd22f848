export { DepartmentCrumbs } from './department-crumbs.tsx';
export { DepartmentTree } from './department-tree.tsx';
export { DepartmentsView } from './lazy-departments-view.ts';
export { isChosen } from './people-tree.ts';
export { nobody, PeoplePicker, useNewToTag } from './people-picker.tsx';
