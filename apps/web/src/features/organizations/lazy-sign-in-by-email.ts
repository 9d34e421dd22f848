import { lazy } from '../../shared/ui/lazy.tsx';

/** Rules for people who sign in with an address and a password; the code is loaded when they are first shown. */
export const SignInByEmail = lazy(async () => ({ default: (await import('./sign-in-by-email.tsx')).SignInByEmail }));
