export { findMachine } from './api-tokens.service.ts';
export { runtimeConfiguration } from './configuration.service.ts';
export { hashPassword } from './passwords.ts';
export { insertLinkToken } from './session.repo.ts';
