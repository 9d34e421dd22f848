import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router';
import { redirects } from './redirects.ts';

/** Routes that only redirect; the page they lead to checks its own permission. */
export const redirectRoutes = (root: AnyRoute): AnyRoute[] =>
  Object.entries(redirects).map(([path, to]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        // oxlint-disable-next-line typescript/only-throw-error -- the router takes redirects as thrown values
        throw redirect({ to: to as never, replace: true });
      },
    }),
  );
