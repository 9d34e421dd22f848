import { type ReactNode, Suspense } from 'react';
import type { ConfirmProps } from './confirm-body.tsx';
import { useConfirmationOverDialog } from './dialog-guard.ts';
import { lazyWindow } from './lazy.tsx';
import { useHasOpened } from './use-has-opened.ts';

const ConfirmBody = lazyWindow(() => import('./confirm-body.tsx'));

/** Asks for confirmation before something is deleted or sent. */
export const ConfirmDialog = (props: ConfirmProps): ReactNode => {
  useConfirmationOverDialog(props.opened);
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <ConfirmBody {...props} />
    </Suspense>
  ) : null;
};
