import { type ReactNode, Suspense } from 'react';
import { useConfirmationOverDialog } from './dialog-guard.ts';
import { lazyWindow } from './lazy.tsx';
import { useHasOpened } from './use-has-opened.ts';

const ConfirmBody = lazyWindow(() => import('./confirm-body.tsx'));

export type ConfirmProps = {
  opened: boolean;
  /** A question that names the affected things: «Удалить 12 сотрудников?». */
  title: string;
  /** Describes what is lost and what is kept. */
  children?: ReactNode;
  /** The action cannot be undone; the dialog states this. */
  final?: boolean;
  /** The action as a verb: «Удалить 12 сотрудников», never «OK». */
  action: string;
  danger?: boolean;
  /** Label of a checkbox that must be ticked first, for actions that cannot be undone. */
  sure?: string;
  busy?: boolean;
  /** False while a field of the dialog is still empty. */
  ready?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before something is deleted or sent. */
export const ConfirmDialog = (props: ConfirmProps): ReactNode => {
  useConfirmationOverDialog(props.opened);
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <ConfirmBody {...props} />
    </Suspense>
  ) : null;
};
