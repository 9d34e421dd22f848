import { lazy } from '../../shared/ui/lazy.tsx';

/** Settings of the directory; their code is loaded when they are first shown. */
export const Directory = lazy(() => import('./directory.tsx'));
