import type { ReactNode } from 'react';
import { LegalPage } from './legal-page.tsx';

export default function PrivacyPolicyScreen(): ReactNode {
  return <LegalPage doc="privacy" />;
}
