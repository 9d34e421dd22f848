import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import en from '../../../../../locales/en/time_zones.json' with { type: 'json' };
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import ru from '../../../../../locales/ru/time_zones.json' with { type: 'json' };
import uz from '../../../../../locales/uz/time_zones.json' with { type: 'json' };
import { addTexts } from '../i18n/texts.ts';
import { queryClient } from '../query-client.ts';

const drawn = new Set<() => void>();
/** Removes what tests have drawn and not removed themselves. */
export const endDrawn = (): void => {
  for (const end of drawn) end();
};

/** Adds the names of the cities of time zones in each language, which screens load by themselves. */
export const addCities = (): void => {
  for (const [language, cities] of Object.entries({ ru, en, uz })) addTexts(language, 'time_zones', cities);
};

/**
 * For component tests: renders into a real document with the Russian texts. Returns the root element, `again` to render
 * another node, and `end` to remove it.
 */
export const draw = async (
  node: ReactNode,
): Promise<{ root: HTMLElement; again: (next: ReactNode) => void; end: () => void }> => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  addTexts('ru', 'commons', commons);
  addCities();
  const root = document.createElement('div');
  document.body.append(root);
  const react = createRoot(root);
  const render = (next: ReactNode): void =>
    act(() => react.render(<MantineProvider env="test">{next}</MantineProvider>));
  render(node);
  const end = (): void => {
    drawn.delete(end);
    act(() => react.unmount());
    root.remove();
  };
  drawn.add(end);
  return { root, again: render, end };
};

/** Waits until a check passes, with time for a busy machine; React renders pending work before each check. */
export const eventually = (check: () => unknown): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => undefined);
      await check();
    },
    { timeout: 20_000 },
  );

/** A node wrapped in the query cache and a router, as on a page. */
export const onPage = (node: ReactNode): ReactNode => {
  const rootRoute = createRootRoute({ component: () => node });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ['/'] }) });
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
};

/** Whether a button cannot be used: disabled, or a blocked `ActionButton`. */
export const isBlocked = (button: HTMLButtonElement): boolean =>
  button.disabled || button.getAttribute('aria-disabled') === 'true';
