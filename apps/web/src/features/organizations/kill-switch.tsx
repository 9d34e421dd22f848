import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../shared/ui/lazy.tsx';
import type { Stoppable } from './kill-switch-body.tsx';

// Every admin page loads the parts that this feature exports, so the body is loaded only when it is shown.
const Body = lazy(() => import('./kill-switch-body.tsx'));
const State = lazy(() => import('./sending-state.tsx'));

/** Stops all simulated phishing emails of the organisation at once, or resumes them. */
export const KillSwitch = (props: { organization: Stoppable }): ReactNode => (
  <Suspense fallback={<Skeleton height={140} radius={14} />}>
    <Body {...props} />
  </Suspense>
);

/** Whether simulated phishing emails are sent, with a link to the switch. */
export const SendingState = (props: { organization: Stoppable }): ReactNode => (
  <Suspense fallback={<Skeleton height={140} radius={14} />}>
    <State {...props} />
  </Suspense>
);
