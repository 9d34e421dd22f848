export { ApiTokens } from './api-tokens.tsx';
export { AuthenticatorPolicy } from './lazy-authenticator-policy.ts';
export { ConsentEditor } from './consent-editor.tsx';
export { PersonAuthenticator } from './person-authenticator.tsx';
export { PersonLink } from './person-link.tsx';
export { PersonSessions } from './person-sessions.tsx';
