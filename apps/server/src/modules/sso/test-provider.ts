import { randomBytes } from 'node:crypto';
import { encrypt } from 'xml-encryption';
import { SignedXml } from 'xml-crypto';
import { after, iso, MINUTE, now } from '../../platform/clock.ts';
import { makeOwnKey, type OwnKey } from './certificates.ts';
import type { SamlSetup } from './saml.ts';

export const PROVIDER = 'http://adfs.bank.test/adfs/services/trust';
export const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const SIGNATURE = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const DIGEST = 'http://www.w3.org/2001/04/xmlenc#sha256';

let keys: Promise<{ idp: OwnKey; other: OwnKey; own: OwnKey; next: OwnKey }> | undefined;
/** Keys of the provider, of somebody else and of this service, made once per test file. */
export const testKeys = () =>
  (keys ??= (async () => ({
    idp: await makeOwnKey('adfs.bank.test'),
    other: await makeOwnKey('other.test'),
    own: await makeOwnKey('portal.test'),
    next: await makeOwnKey('portal.test'),
  }))());

export type Style = 'adfs' | 'entra';
export type Answer = {
  readonly requestId: string;
  readonly email?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  readonly style?: Style;
  readonly destination?: string;
  readonly recipient?: string;
  readonly audience?: string;
  readonly issuer?: string;
  readonly confirmationRequestId?: string;
  readonly assertionId?: string;
  readonly nameId?: string;
  /** Format of the NameID; that of the style if absent. */
  readonly nameIdFormat?: string;
  /** Minutes by which the clock of the provider differs. */
  readonly clock?: number;
  readonly sign?: 'assertion' | 'response' | 'both' | 'none';
  readonly key?: OwnKey;
  readonly sha1?: boolean;
  readonly status?: string;
  /** Certificate for which the assertion is encrypted. */
  readonly encryptFor?: OwnKey;
};

const newId = () => `_${randomBytes(16).toString('hex')}`;

const signElement = (xml: string, local: string, key: OwnKey, sha1 = false): string => {
  const signer = new SignedXml({
    privateKey: key.key,
    publicCert: key.certificate,
    signatureAlgorithm: sha1 ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' : SIGNATURE,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${local}']`,
    digestAlgorithm: sha1 ? 'http://www.w3.org/2000/09/xmldsig#sha1' : DIGEST,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  });
  signer.computeSignature(xml, {
    location: { reference: `//*[local-name(.)='${local}']/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
};

const attributesXml = (attributes: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(attributes)
    .map(
      ([name, values]) =>
        `<Attribute Name="${name}">${values.map((one) => `<AttributeValue>${one}</AttributeValue>`).join('')}</Attribute>`,
    )
    .join('');

/** An assertion with the element order and attribute names of ADFS or of Entra ID. */
const assertionXml = (setup: SamlSetup, answer: Answer): string => {
  const at = after(now(), (answer.clock ?? 0) * MINUTE);
  const issuer = answer.issuer ?? setup.idpEntityId;
  const email = answer.email ?? 'anna@bank.test';
  const attributes = answer.attributes ?? {
    [`${CLAIMS}/emailaddress`]: [email],
    [`${CLAIMS}/givenname`]: ['Анна'],
    [`${CLAIMS}/surname`]: ['Каримова'],
  };
  const format =
    answer.nameIdFormat ??
    `urn:oasis:names:tc:SAML:1.1:nameid-format:${answer.style === 'entra' ? 'emailAddress' : 'unspecified'}`;
  return `<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.assertionId ?? newId()}" IssueInstant="${iso(at)}" Version="2.0"><Issuer>${issuer}</Issuer><Subject><NameID Format="${format}">${answer.nameId ?? email}</NameID><SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><SubjectConfirmationData InResponseTo="${answer.confirmationRequestId ?? answer.requestId}" NotOnOrAfter="${iso(after(at, 5 * MINUTE))}" Recipient="${answer.recipient ?? setup.acsUrl}" /></SubjectConfirmation></Subject><Conditions NotBefore="${iso(after(at, answer.style === 'entra' ? -5 * MINUTE : 0))}" NotOnOrAfter="${iso(after(at, 60 * MINUTE))}"><AudienceRestriction><Audience>${answer.audience ?? setup.entityId}</Audience></AudienceRestriction></Conditions><AttributeStatement>${attributesXml(attributes)}</AttributeStatement><AuthnStatement AuthnInstant="${iso(at)}" SessionIndex="${newId()}"><AuthnContext><AuthnContextClassRef>urn:federation:authentication:windows</AuthnContextClassRef></AuthnContext></AuthnStatement></Assertion>`;
};

const encryptFor = (assertion: string, key: OwnKey): Promise<string> =>
  new Promise((done, failed) => {
    encrypt(
      assertion,
      {
        rsa_pub: key.certificate,
        pem: key.certificate,
        encryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
        keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      },
      (error: Error | null, text: string) =>
        error
          ? failed(error)
          : done(`<EncryptedAssertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${text}</EncryptedAssertion>`),
    );
  });

/** A response of the provider, signed with its key. */
export const answerXml = async (setup: SamlSetup, answer: Answer): Promise<string> => {
  const { idp } = await testKeys();
  const key = answer.key ?? idp;
  const sign = answer.sign ?? 'assertion';
  const bare = assertionXml(setup, answer);
  const signed = sign === 'assertion' || sign === 'both' ? signElement(bare, 'Assertion', key, answer.sha1) : bare;
  const inner = answer.encryptFor ? await encryptFor(signed, answer.encryptFor) : signed;
  const at = iso(after(now(), (answer.clock ?? 0) * MINUTE));
  const status = answer.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success';
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${newId()}" Version="2.0" IssueInstant="${at}" Destination="${answer.destination ?? setup.acsUrl}" InResponseTo="${answer.requestId}"><Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${answer.issuer ?? setup.idpEntityId}</Issuer><samlp:Status><samlp:StatusCode Value="${status}" /></samlp:Status>${status.endsWith('Success') ? inner : ''}</samlp:Response>`;
  return sign === 'response' || sign === 'both' ? signElement(response, 'Response', key, answer.sha1) : response;
};

/** Metadata of the provider, as ADFS publishes them. */
export const providerMetadata = async (ssoUrl: string): Promise<string> => {
  const { idp, next } = await testKeys();
  const descriptor = (use: string, key: OwnKey) =>
    `<KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${key.certificate.replace(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  return `<?xml version="1.0"?><!-- published by the provider --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${PROVIDER}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${descriptor('signing', idp)}${descriptor('encryption', next)}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ssoUrl}/post"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/></IDPSSODescriptor></EntityDescriptor>`;
};
