import type { DrawerProps, ModalProps } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from './lazy.tsx';

// The kit's windows bring 25 kB of focus, scroll and transition code: no screen needs it before one opens.
const KitModal = lazy(() => import('./kit-modal.ts'));
const KitDrawer = lazy(() => import('./kit-drawer.ts'));

/** Whether it was ever open: what has been shown stays, so that it can close with its motion. */
export const useOnceOpen = (opened: boolean): boolean => {
  const [once, setOnce] = useState(opened);
  if (opened && !once) setOnce(true);
  return opened || once;
};

/** The kit's dialog, fetched when it opens for the first time. */
export const Modal = (props: ModalProps): ReactNode =>
  useOnceOpen(props.opened) ? (
    <Suspense fallback={null}>
      <KitModal {...props} />
    </Suspense>
  ) : null;

/** The kit's drawer, fetched when it opens for the first time. */
export const Drawer = (props: DrawerProps): ReactNode =>
  useOnceOpen(props.opened) ? (
    <Suspense fallback={null}>
      <KitDrawer {...props} />
    </Suspense>
  ) : null;
