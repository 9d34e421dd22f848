import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../shared/ui/lazy.tsx';
import type { Notified } from './notify-dialog-body.tsx';

// Every page of the admin side loads what this feature shows to others: the form comes when somebody writes.
const Body = lazy(() => import('./notify-dialog-body.tsx'));

/** An email in the administrator's own words to the selected people. */
export const NotifyDialog = (props: Notified): ReactNode => (
  <Suspense fallback={null}>
    <Body {...props} />
  </Suspense>
);
