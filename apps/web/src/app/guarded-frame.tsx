import { useLocation, useMatches } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import { LoadFailedScreen } from '../shared/ui/load-failed.tsx';
import { useMe } from '../shared/session.ts';
import { LoadingState } from '../shared/ui/states.tsx';
import { useDocumentTitle } from './document-title.ts';
import { RouteGuard } from './route-guard.tsx';
import { notFoundLayout } from './guards.ts';
import { lazy, preloadable } from '../shared/ui/lazy.tsx';

type FrameProps = { children?: ReactNode };

// Each frame is a separate chunk: the sign-in page never loads the sidebar.
const frames = {
  admin: preloadable<FrameProps>(() => import('./frames/admin-frame.tsx'), LoadFailedScreen),
  learner: preloadable<FrameProps>(() => import('./frames/learner-frame.tsx'), LoadFailedScreen),
  bare: preloadable<FrameProps>(() => import('./frames/bare-frame.tsx'), LoadFailedScreen),
};
/** Fetches the code of a frame, so that the first screen is drawn at once: React keeps what waits inside a `Suspense` for 300 ms. */
export const preloadFrame = async (frame: keyof typeof frames): Promise<void> => frames[frame].preload();

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
