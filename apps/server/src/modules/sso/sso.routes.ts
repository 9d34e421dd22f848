import { ssoEndpoints } from '@sergak/contract/sso/sso.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as links from './links.service.ts';
import { testProvider } from './provider-test.service.ts';
import * as settings from './settings.service.ts';
import * as signIn from './sign-in.service.ts';

export const ssoRoutes = bind(ssoEndpoints, {
  'sso.find': signIn.findProviders,
  'sso.start': signIn.startSignIn,
  'sso.complete': signIn.completeSignIn,
  'sso.get': (ctx) => settings.readSsoSettings(ctx),
  'sso.save': settings.saveSsoSettings,
  'sso.add-certificate': settings.addCertificate,
  'sso.activate-certificate': settings.activateCertificate,
  'sso.read-metadata': settings.readMetadata,
  'sso.of-person': links.readSsoLink,
  'sso.unlink-person': links.unlinkPerson,
  'sso.unlink-all': links.unlinkAll,
  'sso.test': testProvider,
});
