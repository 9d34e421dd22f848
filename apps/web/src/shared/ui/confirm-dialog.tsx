import { type ReactNode, Suspense } from 'react';
import { useOverDialog } from './dialog-hold.ts';
import { lazy } from './lazy.tsx';
import { useOnceOpen } from './use-once-open.ts';

const ConfirmBody = lazy(() => import('./confirm-body.tsx'));

export type ConfirmProps = {
  opened: boolean;
  /** A question that names the thing: «Удалить 12 сотрудников?». */
  title: string;
  /** What is lost, and what is not. */
  children?: ReactNode;
  /** No call takes it back: the dialog says so. */
  final?: boolean;
  /** The deed itself: «Удалить 12 сотрудников», never «OK». */
  action: string;
  danger?: boolean;
  /** Must be ticked first, for what cannot be undone. */
  sure?: string;
  busy?: boolean;
  /** False while a field of the dialog is still empty. */
  ready?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is destroyed or sent. */
export const ConfirmDialog = (props: ConfirmProps): ReactNode => {
  useOverDialog(props.opened);
  return useOnceOpen(props.opened) ? (
    <Suspense fallback={null}>
      <ConfirmBody {...props} />
    </Suspense>
  ) : null;
};
