export { endSessions, voidAccess, voidEverybodysAccess } from './access.repo.ts';
export { findMachine } from './api-tokens.service.ts';
export { runtimeConfiguration } from './configuration.service.ts';
export { insertLinkToken } from './links.repo.ts';
export { tellOldAddress, tellTwoFactorOff } from './notices.service.ts';
export { requireOwnPassword } from './own-password.service.ts';
export { hashPassword } from './passwords.ts';
export { requireSecondStep } from './session.service.ts';
