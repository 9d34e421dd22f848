import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import KitDrawer from '../../shared/ui/kit-drawer.tsx';
import { Logo } from './logo.tsx';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on narrow screens. This file is a separate chunk. */
export default function MobileMenu({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT('commons');
  return (
    <KitDrawer
      opened
      onClose={onClose}
      position="left"
      size={300}
      padding="md"
      title={<Logo />}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Sidebar collapsed={false} onNavigate={onClose} />
    </KitDrawer>
  );
}
