import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import commons from '../../../locales/ru/commons.json' with { type: 'json' };
import { addTexts } from '../i18n/texts.ts';
import { queryClient } from '../query-client.ts';

/** For component tests: draws into a real document with the Russian texts; answers where, and how to take it away. */
export const draw = async (
  node: ReactNode,
): Promise<{ root: HTMLElement; again: (next: ReactNode) => void; end: () => void }> => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  addTexts('ru', 'commons', commons);
  const root = document.createElement('div');
  document.body.append(root);
  const react = createRoot(root);
  const render = (next: ReactNode): void =>
    act(() => react.render(<MantineProvider env="test">{next}</MantineProvider>));
  render(node);
  return {
    root,
    again: render,
    end: () => {
      act(() => react.unmount());
      root.remove();
    },
  };
};

/** Waits until a check passes, for as long as a busy machine takes; React renders what is waiting before each check. */
export const eventually = (check: () => unknown): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => undefined);
      await check();
    },
    { timeout: 20_000 },
  );

/** A node with the cache of the calls and a router around it, as on a page. */
export const onPage = (node: ReactNode): ReactNode => {
  const rootRoute = createRootRoute({ component: () => node });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ['/'] }) });
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  );
};

/** Whether a button refuses to act: disabled, or an `ActionButton` that says why it is blocked. */
export const isBlocked = (button: HTMLButtonElement): boolean =>
  button.disabled || button.getAttribute('aria-disabled') === 'true';
