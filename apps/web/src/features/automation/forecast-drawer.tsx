import { lazy } from '../../shared/ui/lazy.tsx';

/** What the actions of all tags are going to do; its code comes when it is first shown. */
export const ForecastDrawer = lazy(() => import('./forecast-drawer-body.tsx'));
