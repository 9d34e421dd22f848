import type { ClientInput } from '@sergak/contract/endpoint.ts';
import type { ssoEndpoints } from '@sergak/contract/sso/sso.endpoints.ts';
import type { SsoSettings } from '@sergak/contract/sso/sso.schema.ts';

type Input = ClientInput<(typeof ssoEndpoints)['sso.save']>;
/** Fields of the form. Certificates are one text, as they are pasted. */
export type SsoValues = Omit<Input, 'version' | 'idp_certificates' | 'password' | 'ca'> & {
  ca: string;
  certificates: string;
  client_secret: string;
};

export const ssoValues = (stored: SsoSettings): SsoValues => ({
  protocol: stored.protocol,
  enabled: stored.enabled,
  forced: stored.forced,
  break_glass_id: stored.break_glass_id,
  create_accounts: stored.create_accounts,
  idp_entity_id: stored.idp_entity_id,
  idp_sso_url: stored.idp_sso_url,
  certificates: stored.idp_certificates.join('\n'),
  issuer: stored.issuer,
  client_id: stored.client_id,
  client_secret: '',
  ca: stored.ca,
  attributes: stored.attributes,
  group_roles: stored.group_roles,
});

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
/** The certificates in a pasted text: PEM blocks, or one bare base64 text. */
export const certificatesIn = (text: string): string[] => text.match(PEM) ?? (text.trim() === '' ? [] : [text.trim()]);

/** The form as the call expects it. An empty secret keeps the stored one. */
export const ssoInput = ({ certificates, client_secret, ...values }: SsoValues, version: number): Input => ({
  ...values,
  // A break-glass account belongs to forced mode.
  break_glass_id: values.forced ? values.break_glass_id : null,
  forced: values.enabled && values.forced,
  idp_certificates: certificatesIn(certificates),
  ...(client_secret === '' ? {} : { client_secret }),
  version,
});

/** What a check of the provider needs. */
export const probeOf = ({ protocol, idp_sso_url, issuer, ca, certificates }: SsoValues) => ({
  ca,
  protocol,
  idp_sso_url,
  issuer,
  idp_certificates: certificatesIn(certificates),
});
