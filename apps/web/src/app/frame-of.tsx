import { useMatches } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import { LostScreen } from '../shared/ui/lost-notice.tsx';
import { LoadingState } from '../shared/ui/states.tsx';
import { Gate } from './gate.tsx';
import { lazy } from '../shared/ui/lazy.tsx';

// Each frame is a chunk of its own: the sign-in page never loads the sidebar.
const frames = {
  admin: lazy(() => import('./frames/admin-frame.tsx'), LostScreen),
  learner: lazy(() => import('./frames/learner-frame.tsx'), LostScreen),
  bare: lazy(() => import('./frames/bare-frame.tsx'), LostScreen),
};

/** A frame around the guarded screen. The guard stands outside, so that nobody sees a frame that is not theirs. */
export const FrameOf = ({ frame }: { frame: keyof typeof frames }): ReactNode => {
  const id = useMatches({
    select: (matches) => (matches.at(-1)?.staticData as { screen?: ScreenId } | undefined)?.screen,
  });
  const Frame = frames[frame];
  return (
    <Suspense fallback={<LoadingState full />}>
      <Gate id={id}>
        <Frame />
      </Gate>
    </Suspense>
  );
};
