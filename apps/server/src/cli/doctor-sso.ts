import { describeCertificate, diagnoseProvider, listEnabled } from '../modules/sso/public.ts';
import { DAY, now } from '../platform/clock.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import type { Finding } from './doctor-checks.ts';

/** A provider certificate that ends sooner is reported: the provider may need weeks to publish another. */
const CERTIFICATE_DAYS = 30;

const judgeCertificate = (title: string, pem: string): Finding => {
  const { subject, expires_at } = describeCertificate(pem);
  const days = Math.floor((new Date(expires_at).getTime() - now().getTime()) / DAY);
  const about = `${title}: certificate ${subject}`;
  if (days >= CERTIFICATE_DAYS)
    return { check: 'single sign-on', state: 'ok', text: `${about} is valid until ${expires_at.slice(0, 10)}` };
  return {
    check: 'single sign-on',
    state: 'warning',
    text: days < 0 ? `${about} has ended` : `${about} ends in ${days} days`,
    advice: 'open the settings of single sign-on in the portal and read the metadata of the provider again',
  };
};

const checkDiscovery = async (platform: Platform, title: string, issuer: string): Promise<Finding> => {
  const { ok, steps } = await diagnoseProvider(platform, {
    protocol: 'oidc',
    idp_sso_url: '',
    idp_certificates: [],
    issuer,
  });
  if (ok) return { check: 'single sign-on', state: 'ok', text: `${title}: ${issuer} answers` };
  const last = steps.at(-1)!;
  return {
    check: 'single sign-on',
    state: 'warning',
    text: `${title}: ${issuer}, step ${last.step}: ${last.code} ${last.detail}`.trim(),
    advice: 'let this machine reach the provider; the check in the settings of single sign-on explains the step',
  };
};

/** The providers of organisations with single sign-on: their certificates (SAML), their discovery document (OpenID Connect). */
export const checkSso = async (platform: Platform): Promise<Finding[]> => {
  const found = await inSystem(platform.db, listEnabled);
  const findings = await Promise.all(
    found.map(async ({ title, protocol, issuer, idp_certificates }) =>
      protocol === 'saml'
        ? idp_certificates.map((pem) => judgeCertificate(title, pem))
        : [await checkDiscovery(platform, title, issuer)],
    ),
  );
  return findings.flat();
};
