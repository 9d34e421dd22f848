import { lazy } from '../../shared/ui/lazy.tsx';

/** Settings of single sign-on; their code is loaded when they are first shown. */
export const Sso = lazy(() => import('./sso.tsx'));
