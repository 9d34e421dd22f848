import type { DrawerProps, ModalProps } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogGuardContext, useDialogGuard, useUnsavedInDialog } from './dialog-guard.ts';
import { lazyWindow } from './lazy.tsx';
import { useHasOpened } from './use-has-opened.ts';

// The kit's windows add 25 kB of focus, scroll and transition code, which no screen needs before a window opens.
const KitModal = lazyWindow(() => import('./kit-modal.tsx'));
const KitDrawer = lazyWindow(() => import('./kit-drawer.tsx'));

/** Our own forms report typed input themselves; `unsaved` reports other unsaved choices. */
type Unsaved = { readonly unsaved?: boolean };
type Window = Pick<ModalProps, 'opened' | 'onClose' | 'closeOnEscape' | 'children'>;

const UnsavedMark = ({ unsaved }: { unsaved: boolean }): ReactNode => {
  useUnsavedInDialog(unsaved);
  return null;
};

/**
 * A window that asks before Esc, its close button or a click outside loses typed input. A form's own button «Отмена»
 * closes the window without a question.
 */
const GuardedOverlay = <P extends Window>({
  of: Kit,
  unsaved = false,
  ...rest
}: P & Unsaved & { of: ComponentType<P> }): ReactNode => {
  const t = useT('commons');
  const { holds, isUnsaved, isCovered } = useDialogGuard();
  const [asking, setAsking] = useState(false);
  const props = rest as unknown as P;
  return (
    <DialogGuardContext value={holds}>
      <Suspense fallback={null}>
        <Kit
          {...props}
          closeOnEscape={props.closeOnEscape !== false && !isCovered}
          onClose={() => (isUnsaved() ? setAsking(true) : props.onClose())}
        />
      </Suspense>
      <UnsavedMark unsaved={unsaved && props.opened} />
      <ConfirmDialog
        opened={asking}
        title={t('unsaved.close_title')}
        action={t('unsaved.close')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          props.onClose();
        }}
      >
        {t('unsaved.close_text')}
      </ConfirmDialog>
    </DialogGuardContext>
  );
};

/** The kit's dialog, fetched when it first opens. */
export const Modal = (props: ModalProps & Unsaved): ReactNode =>
  useHasOpened(props.opened) ? <GuardedOverlay of={KitModal} {...props} /> : null;

/** The kit's drawer, fetched when it first opens. */
export const Drawer = (props: DrawerProps & Unsaved): ReactNode =>
  useHasOpened(props.opened) ? <GuardedOverlay of={KitDrawer} {...props} /> : null;
