import { lazy } from '../../shared/ui/lazy.tsx';

/** The tree of departments next to the list of people; its code is loaded when it is first shown. */
export const DepartmentsView = lazy(() => import('./departments-view.tsx'));
