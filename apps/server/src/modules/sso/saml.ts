import { generateServiceProviderMetadata, SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { decrypt } from 'xml-encryption';
import { iso, MINUTE, now } from '../../platform/clock.ts';
import type { OwnKey } from './certificates.ts';
import { rejected, SsoRejected } from './failure.ts';
import { CLOCK_SKEW_MS, inspectDecrypted, inspectResponse, readAssertion } from './saml-checks.ts';
import type { Assertion, ExpectedResponse } from './saml-checks.ts';

/** A provider, and our names and keys for it; the active key comes first. */
export type SamlSetup = ExpectedResponse & {
  readonly ssoUrl: string;
  readonly idpCertificates: readonly string[];
  readonly keys: readonly OwnKey[];
};

/** An assertion older than this is rejected, whatever it says about its own end. */
const AGE_MAX_MS = 10 * MINUTE;

const library = (setup: SamlSetup, requestId: string, decryptionKey?: string): SAML =>
  new SAML({
    issuer: setup.entityId,
    audience: setup.entityId,
    callbackUrl: setup.acsUrl,
    entryPoint: setup.ssoUrl,
    idpCert: [...setup.idpCertificates],
    idpIssuer: setup.idpEntityId,
    privateKey: setup.keys[0]!.key,
    publicCert: setup.keys[0]!.certificate,
    ...(decryptionKey ? { decryptionPvk: decryptionKey } : {}),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    // Providers sign the assertion, the response or both; without a signed response the library requires a signed assertion.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: AGE_MAX_MS,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: now().getTime() }),
      getAsync: async (key) => (key === requestId ? iso(now()) : null),
      removeAsync: async () => null,
    },
  });

/** The address of the provider with a signed request. */
export const samlRequestAddress = (setup: SamlSetup, requestId: string): Promise<string> =>
  library(setup, requestId).getAuthorizeUrlAsync('', undefined, {});

/** Our metadata for the provider, with the certificates of all our keys. */
export const ownMetadata = (setup: Pick<SamlSetup, 'entityId' | 'acsUrl' | 'keys'>): string => {
  const [active] = setup.keys;
  return generateServiceProviderMetadata({
    issuer: setup.entityId,
    callbackUrl: setup.acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    signatureAlgorithm: 'sha256',
    privateKey: active!.key,
    publicCerts: setup.keys.map((one) => one.certificate),
    decryptionPvk: active!.key,
    decryptionCert: active!.certificate,
    generateUniqueId: () => `_${Buffer.from(active!.certificate).subarray(30, 46).toString('hex')}`,
  });
};

const ENCRYPTED_START = /<(?:[\w.-]+:)?EncryptedAssertion[\s>]/;
const ENCRYPTED_END = /<\/(?:[\w.-]+:)?EncryptedAssertion\s*>/;
/** The text of the encrypted assertion; the response was checked to contain one. */
const encryptedIn = (xml: string): string => {
  const start = ENCRYPTED_START.exec(xml)?.index ?? 0;
  const end = ENCRYPTED_END.exec(xml);
  return end ? xml.slice(start, end.index + end[0].length) : '';
};

/** The own key that opens the assertion: during a roll-over the provider may use either. */
const findDecryptionKey = async (xml: string, keys: readonly OwnKey[]): Promise<string> => {
  const encrypted = encryptedIn(xml);
  for (const { key } of keys) {
    const plain = await new Promise<string | null>((done) => {
      try {
        decrypt(
          encrypted,
          { key, disallowDecryptionWithInsecureAlgorithm: true, warnInsecureAlgorithm: false },
          (error, text) => done(error ? null : (text as string)),
        );
      } catch {
        done(null);
      }
    });
    if (plain === null) continue;
    inspectDecrypted(plain);
    return key;
  }
  throw rejected('no key of ours opens the assertion');
};

/** The id of the request that a response answers, after the checks that need no stored data. */
export const answeredRequest = (setup: SamlSetup, xml: string): string => inspectResponse(xml, setup).inResponseTo;

/** Checks a response to a request of ours completely, and returns what the provider signed (decision 0268). */
export const checkSamlResponse = async (setup: SamlSetup, xml: string, requestId: string): Promise<Assertion> => {
  const { inResponseTo, encrypted } = inspectResponse(xml, setup);
  if (inResponseTo !== requestId) throw rejected('the response answers another request');
  const key = encrypted ? await findDecryptionKey(xml, setup.keys) : undefined;
  try {
    const { profile } = await library(setup, requestId, key).validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString('base64'),
    });
    const verified = profile?.getAssertionXml?.();
    if (!verified) throw rejected('the response has no verified assertion');
    return readAssertion(verified, setup, requestId);
  } catch (error) {
    if (error instanceof SsoRejected) throw error;
    const reason = error instanceof Error ? error.message : 'unknown';
    if (error instanceof SamlStatusError) throw new SsoRejected('provider', reason);
    // The library finds no confirmation if all of them are over.
    throw new SsoRejected(
      /expired|not yet|No valid subject confirmation/.test(reason) ? 'expired' : 'rejected',
      reason,
    );
  }
};
