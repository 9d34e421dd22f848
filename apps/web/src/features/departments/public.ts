import { lazy } from '../../shared/ui/lazy.tsx';

export { type DepartmentOption, optionsOf, useDepartmentOptions } from './department-options.ts';
export { DepartmentCrumbs } from './department-crumbs.tsx';
export { DepartmentTree } from './department-tree.tsx';
export { isChosen } from './people-tree.ts';
export { nobody, PeoplePicker, useNewToTag } from './people-picker.tsx';

/** The tree of departments beside the list of people; its code comes when it is first shown. */
export const DepartmentsView = lazy(() => import('./departments-view.tsx'));
