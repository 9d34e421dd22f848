import type { ReactNode } from 'react';
import { LegalPage } from './legal-page.tsx';

export default function AgreementScreen(): ReactNode {
  return <LegalPage doc="agreement" />;
}
