import type { ReactNode } from 'react';
import { LegalPage } from './legal-page.tsx';

export default function PolicyScreen(): ReactNode {
  return <LegalPage doc="policy" />;
}
