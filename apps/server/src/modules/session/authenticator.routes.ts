import { authenticatorEndpoints } from '@sergak/contract/session/authenticator.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as policy from './authenticator-policy.service.ts';
import * as service from './authenticator.service.ts';
import * as step from './authenticator-step.service.ts';

export const authenticatorRoutes = bind(authenticatorEndpoints, {
  'authenticator.state': service.readState,
  'authenticator.enrol': service.enrolAuthenticator,
  'authenticator.confirm': service.confirm,
  'authenticator.remove': service.remove,
  'authenticator.renew-codes': service.renewCodes,
  'authenticator.verify': step.verifyAuthenticator,
  'authenticator.verify-backup': step.verifyBackupCode,
  'authenticator.of-person': service.readPersonState,
  'authenticator.reset': service.reset,
  'authenticator.policy': policy.readPolicy,
  'authenticator.save-policy': policy.savePolicy,
});
