import { lazy } from '../../shared/ui/lazy.tsx';

/** The forecast of the actions of all tags; its code is loaded when the drawer is first shown. */
export const ForecastDrawer = lazy(() => import('./forecast-drawer-body.tsx'));
