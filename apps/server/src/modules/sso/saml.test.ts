import { describe, expect, test } from 'vitest';
import { inflateRawSync } from 'node:zlib';
import { SsoRejected } from './failure.ts';
import { readProviderMetadata } from './provider-metadata.ts';
import { answeredRequest, checkSamlResponse, ownMetadata, samlRequestAddress, type SamlSetup } from './saml.ts';
import { answerXml, type Answer, CLAIMS, PROVIDER, providerMetadata, testKeys } from './test-provider.ts';

const REQUEST = '_4f1c6d5a8b';
const setup = async (): Promise<SamlSetup> => {
  const { idp, own, next } = await testKeys();
  const base = 'https://portal.test/lk/api/v2/auth/sso/6a';
  return {
    entityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    idpEntityId: PROVIDER,
    ssoUrl: 'https://adfs.bank.test/adfs/ls/',
    idpCertificates: [idp.certificate],
    keys: [own, next],
  };
};
const check = async (answer: Partial<Answer>, change: (xml: string) => string = (xml) => xml) => {
  const on = await setup();
  return checkSamlResponse(on, change(await answerXml(on, { requestId: REQUEST, ...answer })), REQUEST);
};
const codeOf = async (answer: Partial<Answer>, change?: (xml: string) => string): Promise<string> => {
  try {
    await check(answer, change);
  } catch (error) {
    if (error instanceof SsoRejected) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
};

test('responses of ADFS and Entra ID are accepted, whichever part is signed', async () => {
  for (const style of ['adfs', 'entra'] as const)
    for (const sign of ['assertion', 'response', 'both'] as const) {
      const { claims } = await check({ style, sign });
      expect(claims.attributes[`${CLAIMS}/emailaddress`]).toEqual(['anna@bank.test']);
      expect(claims.name).toBe('anna@bank.test');
    }
});

test('an encrypted assertion is opened with either of our keys during a roll-over', async () => {
  const { own, next, other } = await testKeys();
  for (const encryptFor of [own, next])
    expect((await check({ encryptFor })).claims.attributes[`${CLAIMS}/givenname`]).toEqual(['Анна']);
  expect(await codeOf({ encryptFor: other })).toContain('no key of ours');
  expect(await codeOf({ encryptFor: own, sha1: true })).toContain('is not accepted');
});

test('during a roll-over of the provider both certificates are trusted', async () => {
  const { idp, other } = await testKeys();
  const on = { ...(await setup()), idpCertificates: [other.certificate, idp.certificate] };
  for (const key of [idp, other])
    expect((await checkSamlResponse(on, await answerXml(on, { requestId: REQUEST, key }), REQUEST)).id).toMatch(/^_/);
});

describe('rejected are', () => {
  test.each<[string, Partial<Answer>, string]>([
    ['another Destination', { destination: 'https://other.test/acs' }, 'rejected: the Destination'],
    ['another Recipient', { recipient: 'https://other.test/acs' }, 'rejected: no confirmation'],
    ['another audience', { audience: 'https://other.test' }, 'rejected: SAML assertion audience'],
    ['another Issuer', { issuer: 'https://sts.windows.net/another-tenant/' }, 'rejected: the Issuer'],
    ['another request', { requestId: '_other' }, 'rejected: the response answers another request'],
    ['a confirmation for another request', { confirmationRequestId: '_other' }, 'rejected: '],
    ['no signature', { sign: 'none' }, 'rejected: Invalid signature'],
    ['SHA-1', { sha1: true }, 'rejected: the algorithm'],
    ['a response from 20 minutes ago', { clock: -20 }, 'expired: '],
    ['a clock that is 10 minutes ahead', { clock: 10 }, 'expired: '],
    ['a failure of the provider', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, 'provider: '],
  ])('%s', async (_what, answer, reason) => {
    expect(await codeOf(answer)).toContain(reason);
  });

  test('a signature of somebody else', async () => {
    expect(await codeOf({ key: (await testKeys()).other })).toContain('rejected: ');
  });

  test('a clock that is two minutes off is accepted', async () => {
    expect(await codeOf({ clock: 2 })).toBe('accepted');
    expect(await codeOf({ clock: -2 })).toBe('accepted');
  });

  test.each<[string, (xml: string) => string]>([
    ['a DOCTYPE', (xml) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml}`],
    [
      'a comment in the NameID',
      (xml) => xml.replace('anna@bank.test</NameID>', 'anna@bank.test<!-- -->.evil.test</NameID>'),
    ],
    [
      'a comment that the signature ignores',
      (xml) => xml.replace('anna@bank.test</NameID>', 'anna@<!-- -->bank.test</NameID>'),
    ],
    ['a processing instruction', (xml) => xml.replace('<Subject>', '<?x y?><Subject>')],
    ['a changed attribute', (xml) => xml.replaceAll('anna@bank.test', 'boss@bank.test')],
    ['text before the root', (xml) => `text${xml}`],
    ['no Destination', (xml) => xml.replace(/ Destination="[^"]+"/, '')],
    ['no InResponseTo', (xml) => xml.replace(/ InResponseTo="_4f1c6d5a8b"><Issuer/, '><Issuer')],
  ])('%s', async (_what, change) => {
    expect(await codeOf({}, change)).toMatch(/^rejected/);
  });
});

describe('signature wrapping', () => {
  const assertionOf = (xml: string) => /<Assertion[\s\S]*<\/Assertion>/.exec(xml)![0];
  const forge = (assertion: string) =>
    assertion
      .replace(/<ds:Signature[\s\S]*<\/ds:Signature>|<Signature[\s\S]*<\/Signature>/, '')
      .replaceAll('anna@', 'boss@')
      .replace(/ ID="[^"]+"/, ' ID="_forged"');

  test.each<[string, (xml: string) => string]>([
    ['two assertions, forged first', (xml) => xml.replace('<Assertion', `${forge(assertionOf(xml))}<Assertion`)],
    ['two assertions, forged last', (xml) => xml.replace('</Assertion>', `</Assertion>${forge(assertionOf(xml))}`)],
    [
      'the signed one inside the forged one',
      (xml) =>
        xml.replace(
          assertionOf(xml),
          forge(assertionOf(xml)).replace('</Assertion>', `${assertionOf(xml)}</Assertion>`),
        ),
    ],
    [
      'the signed one in an extension',
      (xml) =>
        xml
          .replace('<samlp:Status>', `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`)
          .replace(/(<\/samlp:Status>)<Assertion[\s\S]*<\/Assertion>/, `$1${forge(assertionOf(xml))}`),
    ],
    [
      'the signed one in an object of the signature',
      (xml) =>
        xml.replace(
          assertionOf(xml),
          forge(assertionOf(xml)).replace(
            '</Issuer>',
            `</Issuer><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>${assertionOf(xml)}</ds:Object></ds:Signature>`,
          ),
        ),
    ],
    [
      'a copy with the same ID',
      (xml) =>
        xml.replace(
          '<samlp:Status>',
          `<samlp:Extensions ID="${/<Assertion[^>]* ID="([^"]+)"/.exec(xml)![1]!}"/><samlp:Status>`,
        ),
    ],
  ])('%s', async (_what, change) => {
    expect(await codeOf({}, change)).toMatch(/^rejected/);
  });
});

test('the request is signed, names our address and the id that the response must answer', async () => {
  const on = await setup();
  const url = new URL(await samlRequestAddress(on, REQUEST));
  expect(url.origin + url.pathname).toBe('https://adfs.bank.test/adfs/ls/');
  expect(url.searchParams.get('SigAlg')).toContain('rsa-sha256');
  expect(url.searchParams.get('Signature')).toBeTruthy();
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString();
  expect(xml).toContain(`ID="${REQUEST}"`);
  expect(xml).toContain(on.acsUrl);
  expect(answeredRequest(on, await answerXml(on, { requestId: REQUEST }))).toBe(REQUEST);
});

test('our metadata names both certificates', async () => {
  const on = await setup();
  const xml = ownMetadata(on);
  for (const { certificate } of on.keys)
    expect(xml.replace(/\s/g, '')).toContain(certificate.replace(/-----[A-Z ]+-----|\s/g, ''));
  expect(xml).toContain('AuthnRequestsSigned="true"');
  expect(xml).toContain(on.acsUrl);
});

test('metadata of a provider are read, without its encryption certificate', async () => {
  const { idp } = await testKeys();
  const found = readProviderMetadata(await providerMetadata('https://adfs.bank.test/adfs/ls/'));
  expect(found).toEqual({
    idp_entity_id: PROVIDER,
    idp_sso_url: 'https://adfs.bank.test/adfs/ls/',
    idp_certificates: [idp.certificate.replaceAll('\r', '').trim()],
  });
  for (const bad of ['', '<a/>', '<!DOCTYPE a><a/>', '{}'])
    expect(() => readProviderMetadata(bad)).toThrow('sso.metadata_invalid');
});
