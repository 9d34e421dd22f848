import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../shared/ui/lazy.tsx';

export type Stoppable = { readonly title: string; readonly sending_paused: boolean };
// Every page of the admin side loads what this feature shows to others: this part comes where it is shown.
const Body = lazy(() => import('./kill-switch-body.tsx'));

/** Stops all simulated emails of the organisation at once, or lets them go again. */
export const KillSwitch = (props: { organization: Stoppable }): ReactNode => (
  <Suspense fallback={<Skeleton height={140} radius={14} />}>
    <Body {...props} />
  </Suspense>
);
