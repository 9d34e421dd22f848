import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { type Screen, type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import { loadNamespace } from '../shared/i18n/i18n.ts';
import { parseSearch, stringifySearch } from '../shared/nav/search-params.ts';
import { CrashScreen } from '../shared/ui/error-boundary.tsx';
import { withFallback } from '../shared/ui/lazy.tsx';
import { LoadFailedScreen } from '../shared/ui/load-failed.tsx';
import { GuardedFrame, NotFoundScreen, preloadFrame } from './guarded-frame.tsx';
import { type Page, pages } from './routes.tsx';
import { screenAt } from './screen-at.ts';

const table = Object.entries(screens) as [ScreenId, Screen][];
// A component is fetched once: preloaded on hover, shown at once on click.
const lazyPage = ({ load, texts }: Page): RouteComponent =>
  lazyRouteComponent(async () => {
    const [module] = await Promise.all([withFallback(load, LoadFailedScreen)(), ...texts.map(loadNamespace)]);
    return module;
  }, 'default');

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
});
const frames = (['admin', 'learner', 'bare'] as const).map((frame) => {
  const layout = createRoute({
    getParentRoute: () => root,
    id: `frame-${frame}`,
    component: () => <GuardedFrame frame={frame} />,
  });
  const children = table
    .filter(([, screen]) => screen.frame === frame)
    .map(([id, screen]) =>
      createRoute({
        getParentRoute: () => layout,
        path: screen.path,
        component: lazyPage(pages[id]),
        staticData: { screen: id },
        errorComponent: CrashScreen,
      }),
    );
  return layout.addChildren(children);
});

export const router = createRouter({
  routeTree: root.addChildren(frames),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  // Each screen has its own skeleton; the frame stays on the page while a chunk loads.
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  notFoundMode: 'root',
});

/**
 * Starts to fetch the code of the current screen and of its frame, while the session and the texts load. Returns when it is there,
 * and the namespaces that the screen needs.
 */
export const preloadScreen = (path: string): { readonly code: Promise<unknown>; readonly texts: readonly string[] } => {
  const id = screenAt(path) ?? 'auth.login';
  const { load, texts } = pages[id];
  // If the screen cannot be fetched, the router tries it again and reports the failure.
  return { code: Promise.all([preloadFrame(screens[id].frame), load().catch(() => undefined)]), texts };
};
