import { lazyWindow } from '../../shared/ui/lazy.tsx';

/** The forecast of the actions of all tags; its code is loaded when the drawer is first shown. */
export const ForecastDrawer = lazyWindow(() => import('./forecast-drawer-body.tsx'));
