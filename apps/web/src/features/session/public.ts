export { ApiTokens } from './api-tokens.tsx';
export { AuthenticatorPolicy } from './authenticator-policy.tsx';
export { ConsentEditor } from './consent-editor.tsx';
export { PersonAuthenticator } from './person-authenticator.tsx';
