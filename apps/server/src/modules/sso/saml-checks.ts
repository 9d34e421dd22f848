import { after, MINUTE, now } from '../../platform/clock.ts';
import { rejected, SsoRejected } from './failure.ts';
import { samlChildren, everything, only, parseSaml, type Element } from './saml-xml.ts';

export const RESPONSE_BYTES_MAX = 256_000;
/** Accepted difference between the clocks of the provider and of this machine. */
export const CLOCK_SKEW_MS = 3 * MINUTE;

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** A NameID of this format is another one at each sign-in. */
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const ID_NAMES = ['ID', 'Id', 'id'];

/** What a response must name. */
export type ExpectedResponse = { readonly idpEntityId: string; readonly entityId: string; readonly acsUrl: string };

/** Identity of a person as the provider gives it; the values of an attribute in their order. */
export type Claims = {
  /** SAML: the NameID, which may be an address. */
  readonly name: string;
  /** What identifies the person at the provider for good; empty if the answer names nothing of that kind. */
  readonly subject: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
};
export type Assertion = { readonly id: string; readonly expiresAt: Date; readonly claims: Claims };

const requireUniqueIds = (elements: readonly Element[]) => {
  const ids = elements.flatMap((one) => ID_NAMES.flatMap((name) => one.attributes[name] ?? []));
  if (new Set(ids).size !== ids.length) throw rejected('an ID is used twice');
};

const requireStrongSignatures = (elements: readonly Element[]) => {
  for (const one of elements.filter(({ uri }) => uri === DSIG)) {
    if (one.local === 'Object') throw rejected('a signature contains an object');
    const signs =
      one.local === 'SignatureMethod' || (one.local === 'DigestMethod' && one.parent?.local === 'Reference');
    if (signs && !/#(rsa-|ecdsa-)?sha(256|384|512)$/.test(one.attributes['Algorithm'] ?? ''))
      throw rejected(`the algorithm ${one.attributes['Algorithm']} is not accepted`);
  }
};

const issuerOf = (element: Element) => only(element, ASSERTION, 'Issuer').text.trim();

/**
 * First gate: the document as a whole, before any signature is verified. Returns the id of the request that it
 * answers, and whether its assertion is encrypted.
 */
export const inspectResponse = (
  xml: string,
  expected: ExpectedResponse,
): { inResponseTo: string; encrypted: boolean } => {
  if (xml.length > RESPONSE_BYTES_MAX) throw rejected('the response is too large');
  const root = parseSaml(xml);
  if (root.local !== 'Response' || root.uri !== PROTOCOL) throw rejected(`the root is ${root.local}`);
  if (root.attributes['Version'] !== '2.0') throw rejected('the version is not 2.0');
  const elements = everything(root);
  requireUniqueIds(elements);
  requireStrongSignatures(elements);
  if (root.attributes['Destination'] !== expected.acsUrl) throw rejected('the Destination is not this address');
  if (issuerOf(root) !== expected.idpEntityId) throw rejected('the Issuer of the response is another provider');
  const status = only(only(root, PROTOCOL, 'Status'), PROTOCOL, 'StatusCode').attributes['Value'];
  if (status !== SUCCESS) throw new SsoRejected('provider', `the provider answered ${status}`);
  const assertions = elements.filter(({ local }) => local === 'Assertion' || local === 'EncryptedAssertion');
  if (assertions.length !== 1 || assertions[0]!.parent !== root || assertions[0]!.uri !== ASSERTION)
    throw rejected(`${assertions.length} assertions, or one in another place`);
  const inResponseTo = root.attributes['InResponseTo'];
  if (!inResponseTo) throw rejected('the response answers no request');
  return { inResponseTo, encrypted: assertions[0]!.local === 'EncryptedAssertion' };
};

/** The same checks for the text inside an encrypted assertion. */
export const inspectDecrypted = (xml: string): void => {
  const root = parseSaml(xml);
  const elements = everything(root);
  if (elements.filter(({ local }) => local === 'Assertion').length !== 1 || root.local !== 'Assertion')
    throw rejected('the encrypted text is not one assertion');
  requireUniqueIds(elements);
  requireStrongSignatures(elements);
};

const instantOf = (text: string | undefined, what: string): Date => {
  const at = new Date(text ?? Number.NaN);
  if (text === undefined || Number.isNaN(at.getTime())) throw rejected(`${what} is missing`);
  return at;
};
const requireNotOver = (end: Date, what: string) => {
  if (after(end, CLOCK_SKEW_MS) <= now()) throw new SsoRejected('expired', `${what} is over`);
};
const requireBegun = (text: string | undefined, what: string) => {
  if (text !== undefined && instantOf(text, what) > after(now(), CLOCK_SKEW_MS))
    throw new SsoRejected('expired', `${what} is in the future`);
};

/** The end of the bearer confirmation that was made for this request and this address. */
const confirmedUntil = (subject: Element, expected: ExpectedResponse, requestId: string): Date => {
  const data = samlChildren(subject, ASSERTION, 'SubjectConfirmation')
    .filter((one) => one.attributes['Method'] === BEARER)
    .map((one) => only(one, ASSERTION, 'SubjectConfirmationData').attributes);
  const found = data.find((one) => one['Recipient'] === expected.acsUrl && one['InResponseTo'] === requestId);
  if (!found) throw rejected('no confirmation for this request and this Recipient');
  requireBegun(found['NotBefore'], 'the confirmation');
  const end = instantOf(found['NotOnOrAfter'], 'the end of the confirmation');
  requireNotOver(end, 'the confirmation');
  return end;
};

const attributesOf = (assertion: Element): Record<string, string[]> => {
  const values: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const statement of samlChildren(assertion, ASSERTION, 'AttributeStatement'))
    for (const one of samlChildren(statement, ASSERTION, 'Attribute'))
      for (const value of samlChildren(one, ASSERTION, 'AttributeValue'))
        (values[one.attributes['Name'] ?? ''] ??= []).push(value.text.trim());
  return values;
};

/** Last gate: the text whose signature was verified. Everything that is used about a person is read here. */
export const readAssertion = (verifiedXml: string, expected: ExpectedResponse, requestId: string): Assertion => {
  const assertion = parseSaml(verifiedXml);
  if (assertion.local !== 'Assertion' || assertion.uri !== ASSERTION) throw rejected('no assertion was signed');
  const id = assertion.attributes['ID'];
  if (!id) throw rejected('the assertion has no ID');
  if (issuerOf(assertion) !== expected.idpEntityId) throw rejected('the Issuer of the assertion is another provider');
  const subject = only(assertion, ASSERTION, 'Subject');
  const expiresAt = confirmedUntil(subject, expected, requestId);
  const conditions = only(assertion, ASSERTION, 'Conditions');
  requireBegun(conditions.attributes['NotBefore'], 'the assertion');
  if (conditions.attributes['NotOnOrAfter'] !== undefined)
    requireNotOver(instantOf(conditions.attributes['NotOnOrAfter'], 'the end'), 'the assertion');
  const audiences = samlChildren(conditions, ASSERTION, 'AudienceRestriction');
  const isForUs = (one: Element) =>
    samlChildren(one, ASSERTION, 'Audience').some((a) => a.text.trim() === expected.entityId);
  if (audiences.length === 0 || !audiences.every(isForUs)) throw rejected('the audience is another service');
  if (samlChildren(assertion, ASSERTION, 'AuthnStatement').length === 0) throw rejected('nobody signed in');
  const nameId = samlChildren(subject, ASSERTION, 'NameID');
  if (nameId.length > 1 || nameId.some((one) => one.children.length > 0)) throw rejected('the NameID is not one text');
  const name = nameId[0]?.text.trim() ?? '';
  const isLasting = nameId[0]?.attributes['Format']?.trim() !== TRANSIENT;
  return { id, expiresAt, claims: { name, subject: isLasting ? name : '', attributes: attributesOf(assertion) } };
};
