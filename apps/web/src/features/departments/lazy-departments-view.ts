import { lazy } from '../../shared/ui/lazy.tsx';

/** The tree of departments beside the list of people; its code comes when it is first shown. */
export const DepartmentsView = lazy(() => import('./departments-view.tsx'));
