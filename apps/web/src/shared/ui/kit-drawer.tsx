import { Drawer, type DrawerProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from './focus-return.ts';

/** The kit's drawer, which returns the focus to what opened it. */
export default function KitDrawer(props: DrawerProps): ReactNode {
  useFocusReturn(props.opened);
  return <Drawer {...props} returnFocus={false} />;
}
