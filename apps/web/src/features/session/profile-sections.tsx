import type { ReactNode } from 'react';
import { OwnData } from '../privacy/public.ts';
import { OwnAuthenticator } from './own-authenticator.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SignInHistory } from './sign-in-history.tsx';

/**
 * The sections of the profile that few people open it for; their code is loaded after the form. `records` are the sessions,
 * the sign-in history and the own data.
 */
export default function ProfileSections({ part }: { part: 'sign-in' | 'records' }): ReactNode {
  if (part === 'sign-in') return <OwnAuthenticator />;
  return (
    <>
      <OwnSessions />
      <SignInHistory />
      <OwnData />
    </>
  );
}
