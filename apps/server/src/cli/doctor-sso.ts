import { X509Certificate } from 'node:crypto';
import { diagnoseProvider, listEnabled } from '../modules/sso/public.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import { judgeEnd } from './doctor-certificates.ts';
import type { DoctorFinding } from './doctor-checks.ts';

const check = 'single sign-on';

/** The certificates of a SAML provider, and ours, with which requests are signed and assertions are encrypted. */
const judgeCertificates = (
  title: string,
  { idp_certificates, own_certificates }: SamlCertificates,
): DoctorFinding[] => [
  ...idp_certificates.map((pem) =>
    judgeEnd({
      check,
      title: `${title}: certificate`,
      certificate: new X509Certificate(pem),
      advice: 'open the settings of single sign-on in the portal and read the metadata of the provider again',
      ended: 'warning',
    }),
  ),
  ...own_certificates.map((pem) =>
    judgeEnd({
      check,
      title: `${title}: certificate of the portal`,
      certificate: new X509Certificate(pem),
      advice:
        'add a new certificate in the settings of single sign-on in the portal, let the provider read the metadata of the portal, then switch to the new one',
      ended: 'failed',
    }),
  ),
];
type SamlCertificates = { readonly idp_certificates: readonly string[]; readonly own_certificates: readonly string[] };

const checkDiscovery = async (
  platform: Platform,
  title: string,
  { issuer, ca }: { issuer: string; ca: string },
): Promise<DoctorFinding> => {
  const probe = { protocol: 'oidc' as const, idp_sso_url: '', idp_certificates: [], issuer, ca };
  const { ok, steps } = await diagnoseProvider(platform, probe, true);
  if (ok) return { check, state: 'ok', text: `${title}: ${issuer} answers` };
  const last = steps.at(-1)!;
  return {
    check,
    state: 'warning',
    text: `${title}: ${issuer}, step ${last.step}: ${last.code} ${last.detail}`.trim(),
    advice: 'let this machine reach the provider; the check in the settings of single sign-on explains the step',
  };
};

/** Single sign-on of organisations: certificates of the provider and of the portal (SAML), or the discovery document (OpenID Connect). */
export const checkSso = async (platform: Platform): Promise<DoctorFinding[]> => {
  const found = await inSystem(platform.db, listEnabled);
  const findings = await Promise.all(
    found.map(async ({ title, protocol, issuer, ca, ...certificates }) =>
      protocol === 'saml'
        ? judgeCertificates(title, certificates)
        : [await checkDiscovery(platform, title, { issuer, ca })],
    ),
  );
  return findings.flat();
};
