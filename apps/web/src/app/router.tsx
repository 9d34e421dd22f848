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
import { orInstead } from '../shared/ui/lazy.tsx';
import { LostScreen } from '../shared/ui/lost-notice.tsx';
import { FrameOf, NowhereScreen } from './frame-of.tsx';
import { type Page, pages } from './routes.tsx';
import { screenAt } from './screen-at.ts';
import { standInRoutes } from './stand-in-routes.ts';

const table = Object.entries(screens) as [ScreenId, Screen][];
// Components are asked for once and kept: preload on hover, show at once on click.
const lazyPage = ({ load, texts }: Page): RouteComponent =>
  lazyRouteComponent(async () => {
    const [module] = await Promise.all([orInstead(load, LostScreen)(), ...texts.map(loadNamespace)]);
    return module;
  }, 'default');

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NowhereScreen,
  errorComponent: CrashScreen,
});
const frames = (['admin', 'learner', 'bare'] as const).map((frame) => {
  const layout = createRoute({
    getParentRoute: () => root,
    id: `frame-${frame}`,
    component: () => <FrameOf frame={frame} />,
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
  routeTree: root.addChildren([...frames, ...standInRoutes(root)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  // Screens bring their own skeletons; the frame stays while a chunk comes.
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  notFoundMode: 'root',
});

/** Starts fetching the code of the current screen beside the session and the texts; answers the texts it needs. */
export const preloadCurrent = (path: string): readonly string[] => {
  const id = screenAt(path) ?? 'auth.login';
  // What fails here is asked for again, and spoken of, by the router.
  void pages[id].load().catch(() => undefined);
  return pages[id].texts;
};
