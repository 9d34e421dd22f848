import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { digest } from '../../platform/secrets.ts';
import type { Identity } from './identities.repo.ts';
import type { Claims } from './saml-checks.ts';
import type { SsoRow } from './sso.repo.ts';

type Provider = Pick<SsoRow, 'protocol' | 'idp_entity_id' | 'issuer' | 'client_id'>;

/** OpenID Connect: a provider may give each client subjects of its own, so another client is another provider here. */
const providerOf = (row: Provider): string[] =>
  row.protocol === 'saml' ? ['saml', row.idp_entity_id] : ['oidc', row.issuer, row.client_id];

/** Digest that names the provider of the settings. */
export const providerHash = (row: Provider): Buffer => digest(JSON.stringify(providerOf(row)));

/**
 * The lasting identity in an answer; undefined if the provider names none. A subject that is the address of the person follows
 * the address: providers give the address of a person who left to another person.
 */
export const identityOf = (row: Provider, claims: Claims, email: string): Identity | undefined => {
  if (claims.subject === '') return undefined;
  const isAddress = addressKey(claims.subject) === addressKey(email);
  return {
    provider_hash: providerHash(row),
    subject_hash: isAddress ? null : digest(JSON.stringify([...providerOf(row), claims.subject])),
  };
};
