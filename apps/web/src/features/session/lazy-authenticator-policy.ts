import { lazy } from '../../shared/ui/lazy.tsx';

/** Which roles must have an authenticator app; the code is loaded when the form is first shown. */
export const AuthenticatorPolicy = lazy(() => import('./authenticator-policy.tsx'));
