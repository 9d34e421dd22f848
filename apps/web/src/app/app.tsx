import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { RuntimeConfig } from '@sergak/contract/session/session.schema.ts';
import { useBrand } from '../shared/brand.ts';
import { queryClient } from '../shared/query-client.ts';
import { cssVariables, makeTheme } from '../shared/theme/theme.ts';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { LoadFailedNotice } from '../shared/ui/load-failed.tsx';
import { useProfileLanguage } from './profile-language.ts';
import { router } from './router.tsx';
import { lazy } from '../shared/ui/lazy.tsx';

// The first render shows no toast, so the toaster is not part of the first load.
const Toaster = lazy(async () => ({ default: (await import('../shared/ui/toaster.tsx')).Toaster }));
const PageChange = lazy(() => import('./page-change.tsx'));

/** Applies the colour of the organisation that the session acts in, and the language of the profile. */
const BrandTheme = ({ accent, children }: { accent: string; children: ReactNode }): ReactNode => {
  const { color } = useBrand();
  useProfileLanguage();
  const theme = useMemo(() => makeTheme(color), [color]);
  const resolver = useMemo(() => cssVariables(accent), [accent]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
};

/** The providers around the screens: cache, theme, toasts, router. */
export const App = ({ config }: { config: RuntimeConfig }): ReactNode => (
  <QueryClientProvider client={queryClient}>
    <BrandTheme accent={config.theme.accent}>
      <ErrorBoundary>
        <RouterProvider router={router} />
        <LoadFailedNotice />
      </ErrorBoundary>
      <Suspense fallback={null}>
        <Toaster />
        <PageChange />
      </Suspense>
    </BrandTheme>
  </QueryClientProvider>
);
