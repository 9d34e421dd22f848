import { lazy } from '../../shared/ui/lazy.tsx';

/** Synchronisation by SCIM; its code is loaded when it is first shown. */
export const Scim = lazy(() => import('./scim.tsx'));
