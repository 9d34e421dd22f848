export { ApiTokens } from './api-tokens.tsx';
export { ConsentEditor } from './consent-editor.tsx';
