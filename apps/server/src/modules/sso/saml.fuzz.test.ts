import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { SsoRejected } from './failure.ts';
import { readProviderMetadata } from './provider-metadata.ts';
import { checkSamlResponse, type SamlSetup } from './saml.ts';
import { answerXml, CLAIMS, PROVIDER, providerMetadata, testKeys } from './test-provider.ts';

const REQUEST = '_4f1c6d5a8b';
const setup = async (): Promise<SamlSetup> => {
  const { idp, own } = await testKeys();
  const base = 'https://portal.test/lk/api/v2/auth/sso/6a';
  return {
    entityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    idpEntityId: PROVIDER,
    ssoUrl: 'https://adfs.bank.test/adfs/ls/',
    idpCertificates: [idp.certificate],
    keys: [own],
  };
};

/** Pieces on which parsers of XML disagree or fail. */
const piece = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    ']]>',
    '<!-- -->',
    '<?x y?>',
    '<![CDATA[x]]>',
    '<!DOCTYPE a>',
    '&#0;',
    '&boss;',
    '\u0000',
    '\uFEFF',
    '\uD800',
    ' xmlns=""',
    '<Assertion>',
    '</Assertion>',
    '<NameID>boss@bank.test</NameID>',
    ' ID="_a"',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
/** Replaces a part of a text: where (as a share of its length), how many characters, and by what. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.oneof(fc.nat(3), fc.nat(400)),
  piece,
});
const change = (text: string, edits: readonly { at: number; cut: number; piece: string }[]): string =>
  edits.reduce((now, one) => {
    const from = Math.floor(one.at * now.length);
    return now.slice(0, from) + one.piece + now.slice(from + one.cut);
  }, text);

test('a changed response is rejected, or still says what the provider signed', { timeout: 120_000 }, async () => {
  const on = await setup();
  const { own } = await testKeys();
  const originals = [
    await answerXml(on, { requestId: REQUEST }),
    await answerXml(on, { requestId: REQUEST, sign: 'both' }),
    await answerXml(on, { requestId: REQUEST, encryptFor: own }),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      async (xml, edits) => {
        const found = await checkSamlResponse(on, change(xml, edits), REQUEST).catch((error: unknown) => {
          expect(error).toBeInstanceOf(SsoRejected);
          return null;
        });
        if (found === null) return;
        expect(found.claims.name).toBe('anna@bank.test');
        expect(found.claims.attributes[`${CLAIMS}/emailaddress`]).toEqual(['anna@bank.test']);
      },
    ),
    { numRuns: 500 },
  );
});

test('changed metadata of a provider are read or rejected, never anything else', { timeout: 120_000 }, async () => {
  const original = await providerMetadata('https://adfs.bank.test/adfs/ls/');
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      try {
        expect(readProviderMetadata(change(original, edits)).idp_certificates.length).toBeGreaterThan(0);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.code).toBe('sso.metadata_invalid');
      }
    }),
    { numRuns: 1000 },
  );
});
