import { useLocation, useMatches } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import { LoadFailedScreen } from '../shared/ui/load-failed.tsx';
import { useMe } from '../shared/session.ts';
import { LoadingState } from '../shared/ui/states.tsx';
import { useDocumentTitle } from './document-title.ts';
import { RouteGuard } from './route-guard.tsx';
import { notFoundLayout } from './guards.ts';
import { lazy } from '../shared/ui/lazy.tsx';

// Each frame is a separate chunk: the sign-in page never loads the sidebar.
const frames = {
  admin: lazy(() => import('./frames/admin-frame.tsx'), LoadFailedScreen),
  learner: lazy(() => import('./frames/learner-frame.tsx'), LoadFailedScreen),
  bare: lazy(() => import('./frames/bare-frame.tsx'), LoadFailedScreen),
};

/**
 * A frame around a guarded screen. The guard is outside the frame, so that people never see a frame they have no access
 * to.
 */
export const GuardedFrame = ({ frame }: { frame: keyof typeof frames }): ReactNode => {
  const id = useMatches({
    select: (matches) => (matches.at(-1)?.staticData as { screen?: ScreenId } | undefined)?.screen,
  });
  const Frame = frames[frame];
  useDocumentTitle();
  return (
    <Suspense fallback={<LoadingState full />}>
      <RouteGuard id={id}>
        <Frame />
      </RouteGuard>
    </Suspense>
  );
};

const NotFoundPage = lazy(() => import('./not-found.tsx'), LoadFailedScreen);
const NotFoundInFrame = (): ReactNode => {
  const path = useLocation({ select: (location) => location.pathname });
  const { side, home } = notFoundLayout(path, new Set(useMe().permissions));
  const Frame = frames[side];
  return (
    <Frame>
      <NotFoundPage home={home} />
    </Frame>
  );
};

/** The “not found” page: shown in the person's frame, with a link to the start page. */
export const NotFoundScreen = (): ReactNode => {
  useDocumentTitle();
  return (
    <Suspense fallback={<LoadingState full />}>
      <RouteGuard id={undefined}>
        <NotFoundInFrame />
      </RouteGuard>
    </Suspense>
  );
};
