import type { ReactNode } from 'react';
import { AdfsScreen } from '../organizations/public.ts';
import { MailServer } from './mail-server.tsx';

/** Sign-in methods, with the mail server on the page of the sign-in by email. */
export default function AdfsWithMailScreen(): ReactNode {
  return <AdfsScreen mailServer={<MailServer />} />;
}
