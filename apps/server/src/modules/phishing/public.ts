export { getEmail } from './emails.service.ts';
export { logoAddress } from './phishing.query.ts';
export { findPictureFiles } from './pictures.query.ts';
export { discardUnused } from './pictures.service.ts';
export { previewAddress, valuesFor } from './preview.service.ts';
export { findRedirectPage } from './redirect-pages.repo.ts';
export { foreignSenders, requireSenders } from './senders.service.ts';
export { installStarterPhishing } from './starter.service.ts';
