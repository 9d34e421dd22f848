export { getEmail } from './emails.service.ts';
export { logoAddress } from './phishing.query.ts';
export { pageInLanguage } from './phishing.repo.ts';
export { previewAddress, valuesFor } from './preview.service.ts';
export { findRedirectPage } from './redirect-pages.repo.ts';
export { foreignSenders, requireSenders } from './senders.service.ts';
export { installStarterPhishing } from './starter.service.ts';
