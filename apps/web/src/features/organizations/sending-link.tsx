import type { ReactNode } from 'react';
import { ScreenLink } from '../../shared/nav/nav.tsx';

/** A link to the place where simulated phishing emails are stopped and resumed. */
export const SendingLink = (props: { className?: string; children: ReactNode }): ReactNode => (
  <ScreenLink screen="organization.own" search={{ tab: 'settings' }} hash="sending" {...props} />
);
