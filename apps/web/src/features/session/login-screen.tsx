import type { ReactNode } from 'react';
import { useAuth } from '../../shared/session.ts';
import { LoginForm } from './login-form.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

// Later steps are loaded while the first is filled in.
const TwoFactorStep = lazy(() => import('./two-factor-step.tsx'));
const EnrolmentStep = lazy(() => import('./enrolment-step.tsx'));
const ConsentStep = lazy(() => import('./consent-step.tsx'));

/** Sign-in step by step: password, two-factor authentication, consent. The guard redirects when no step is left. */
export default function LoginScreen(): ReactNode {
  const { status } = useAuth();
  if (status === 'two_factor') return <TwoFactorStep />;
  if (status === 'enrolment') return <EnrolmentStep />;
  if (status === 'consent') return <ConsentStep />;
  return <LoginForm />;
}
