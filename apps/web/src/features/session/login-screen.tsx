import type { ReactNode } from 'react';
import { useAuth } from '../../shared/session.ts';
import { ConsentStep } from './consent-step.tsx';
import { LoginForm } from './login-form.tsx';
import { TwoFactorStep } from './two-factor-step.tsx';

/** Signing in, step by step: password, second factor, consent. The guard leads on when nothing is due any more. */
export default function LoginScreen(): ReactNode {
  const { status } = useAuth();
  if (status === 'two_factor') return <TwoFactorStep />;
  if (status === 'consent') return <ConsentStep />;
  return <LoginForm />;
}
