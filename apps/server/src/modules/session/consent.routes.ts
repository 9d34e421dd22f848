import { consentEndpoints } from '@sergak/contract/session/consent.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { readConsent, readConsentText, saveConsent } from './consent.service.ts';

export const consentRoutes = bind(consentEndpoints, {
  'consent.text': readConsentText,
  'consent.get': readConsent,
  'consent.save': saveConsent,
});
