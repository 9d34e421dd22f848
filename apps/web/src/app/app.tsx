import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { RuntimeConfig } from '@sergak/contract/session/session.schema.ts';
import { queryClient } from '../shared/query-client.ts';
import { cssVariables, makeTheme } from '../shared/theme/theme.ts';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { Toaster } from '../shared/ui/toaster.tsx';
import { router } from './router.tsx';

/** Everything around the screens: theme of the organisation, cache, toasts, router. */
export const App = ({ config }: { config: RuntimeConfig }): ReactNode => {
  const theme = useMemo(() => makeTheme(config.theme.primary), [config.theme.primary]);
  const resolver = useMemo(() => cssVariables(config.theme.accent), [config.theme.accent]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <RouterProvider router={router} />
        </ErrorBoundary>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  );
};
