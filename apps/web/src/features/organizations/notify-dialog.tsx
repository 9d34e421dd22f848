import { type ReactNode, Suspense } from 'react';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import type { Notified } from './notify-dialog-body.tsx';

// Every admin page loads the parts that this feature exports, so the form is loaded only when it is opened.
const Body = lazyWindow(() => import('./notify-dialog-body.tsx'));

/** An email in the administrator's own words to the selected people. */
export const NotifyDialog = (props: Notified): ReactNode => (
  <Suspense fallback={null}>
    <Body {...props} />
  </Suspense>
);
