import { lazy } from '../../shared/ui/lazy.tsx';

export const ExportPack = lazy(() => import('./export-pack.tsx'));
export const ImportPack = lazy(() => import('./import-pack.tsx'));
