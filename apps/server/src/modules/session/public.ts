export {
  endAllAccess,
  endPasswordSessions,
  endSessions,
  endVisits,
  forgetAccess,
  voidAccess,
  voidAllAccess,
} from './access.repo.ts';
export { findMachine } from './api-tokens.service.ts';
export { authenticate } from './session.query.ts';
export { runtimeConfiguration } from './configuration.service.ts';
export { forgetGuesses } from './guessing.ts';
export { insertLinkToken, replaceRegistrationLinks } from './links.repo.ts';
export { type Author, notifyAdministrators, notifyOldAddress, notifyTwoFactorOff } from './notices.service.ts';
export { requireProof } from './proof.service.ts';
export { hashPassword } from './passwords.ts';
export { findByEmail, lockPerson, markRegistered, setPassword } from './session.repo.ts';
export { findForcedProvider, mustUseProvider } from './sso.query.ts';
export { openSession, requireSecondStep } from './session.service.ts';
export { endPolicy, restoreAccess } from './unlock.service.ts';
