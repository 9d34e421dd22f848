import { lazy, lazyWindow } from '../../shared/ui/lazy.tsx';

export const ExportPack = lazy(() => import('./export-pack.tsx'));
export const ImportPack = lazyWindow(() => import('./import-pack.tsx'));
