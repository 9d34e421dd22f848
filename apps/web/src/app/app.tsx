import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { RuntimeConfig } from '@sergak/contract/session/session.schema.ts';
import { queryClient } from '../shared/query-client.ts';
import { cssVariables, makeTheme } from '../shared/theme/theme.ts';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { LostNotice } from '../shared/ui/lost-notice.tsx';
import { router } from './router.tsx';
import { lazy } from '../shared/ui/lazy.tsx';

// Nothing to say before the first answer, so it need not be there before the first picture.
const Toaster = lazy(async () => ({ default: (await import('../shared/ui/toaster.tsx')).Toaster }));

/** Everything around the screens: theme of the organisation, cache, toasts, router. */
export const App = ({ config }: { config: RuntimeConfig }): ReactNode => {
  const theme = useMemo(() => makeTheme(config.theme.primary), [config.theme.primary]);
  const resolver = useMemo(() => cssVariables(config.theme.accent), [config.theme.accent]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <RouterProvider router={router} />
          <LostNotice />
        </ErrorBoundary>
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
};
