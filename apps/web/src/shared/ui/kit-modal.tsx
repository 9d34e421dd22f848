import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from './focus-return.ts';

/** The kit's dialog, which returns the focus to what opened it. */
export default function KitModal(props: ModalProps): ReactNode {
  useFocusReturn(props.opened);
  return <Modal {...props} returnFocus={false} />;
}
