import { sessionEndpoints } from '@sergak/contract/session/session.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as address from './address.service.ts';
import * as passwords from './password.service.ts';
import * as profile from './profile.service.ts';
import * as session from './session.service.ts';
import { listOrganizations, switchOrganization } from './switch.service.ts';
import { runtimeConfiguration } from './configuration.service.ts';

export const sessionRoutes = bind(sessionEndpoints, {
  'session.config': ({ platform }) => runtimeConfiguration(platform),
  'session.login': session.login,
  'session.logout': session.logout,
  'session.verify-code': session.verifyCode,
  'session.resend-code': session.resendCode,
  'session.registration': (ctx, { token }) => passwords.readPasswordLink(ctx, token, 'registration'),
  'session.register': passwords.register,
  'session.recovery-request': passwords.requestRecovery,
  'session.recovery': (ctx, { token }) => passwords.readPasswordLink(ctx, token, 'recovery'),
  'session.recovery-confirm': passwords.recover,
  'session.change-password': passwords.changePassword,
  'session.address-request': address.requestAddressChange,
  'session.address': address.readAddressLink,
  'session.address-confirm': address.confirmAddress,
  'session.set-language': profile.chooseLanguage,
  'session.see-release': profile.seeRelease,
  'session.me': session.readMe,
  'session.me-as': profile.readPerson,
  'session.consent': session.consent,
  'session.avatar': profile.changeAvatar,
  'session.organizations': listOrganizations,
  'session.switch-organization': switchOrganization,
});
