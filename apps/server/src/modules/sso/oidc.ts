import * as client from 'openid-client';
import type { Platform } from '../../platform/context.ts';
import { rejected, SsoRejected } from './failure.ts';
import { isLoopbackUrl, requestGuarded } from '../../platform/guarded-request.ts';
import type { Claims } from './saml-checks.ts';

export type OidcSetup = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly ca: string;
};
/** Secrets of one sign-in. */
export type OidcRequest = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

const EMPTY_STATUS = new Set([204, 205, 304]);

const discover = async (platform: Platform, setup: OidcSetup): Promise<client.Configuration> => {
  const send: client.CustomFetch = async (url, { method, headers, body }) => {
    const text = body === undefined || body === null ? undefined : String(body);
    const got = await requestGuarded(platform, url, {
      // A provider on this machine was admitted when it was saved; another one must not lead here.
      loopback: isLoopbackUrl(setup.issuer),
      ca: setup.ca,
      method,
      headers: { ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    return new Response(EMPTY_STATUS.has(got.status) ? null : new Uint8Array(got.body), {
      status: got.status,
      headers: got.headers,
    });
  };
  const issuer = new URL(setup.issuer);
  const authentication = setup.clientSecret === '' ? client.None() : client.ClientSecretPost(setup.clientSecret);
  return client.discovery(issuer, setup.clientId, { [client.clockTolerance]: 180 }, authentication, {
    [client.customFetch]: send,
    execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  });
};

export const newOidcRequest = (): OidcRequest => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  codeVerifier: client.randomPKCECodeVerifier(),
});

/** The address of the provider, with PKCE and nonce. */
export const authorizeAddress = async (
  platform: Platform,
  setup: OidcSetup,
  request: OidcRequest,
  email?: string,
): Promise<string> => {
  const found = await discover(platform, setup);
  return client.buildAuthorizationUrl(found, {
    redirect_uri: setup.redirectUri,
    scope: 'openid profile email',
    state: request.state,
    nonce: request.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(request.codeVerifier),
    code_challenge_method: 'S256',
    ...(email ? { login_hint: email } : {}),
  }).href;
};

type Facts = Readonly<Record<string, unknown>>;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** The claims by which Entra ID says that it left groups out, as texts: `_claim_names` is an object, `hasgroups` true. */
const overageOf = (claims: Facts) => ({
  _claim_names: Object.keys(claims['_claim_names'] ?? {}),
  hasgroups: /^true$/i.test(String(claims['hasgroups'])) ? 'true' : undefined,
});

/** Names of the claims to read; without one that is required, the person cannot be admitted or the role is unknown. */
export type ClaimNames = { readonly names: readonly string[]; readonly required: readonly string[] };

/** A provider that says nothing about verification is trusted; some send the answer as a text. */
const requireVerified = (claims: Facts): void => {
  const emailVerified = claims['email_verified'];
  if (emailVerified !== undefined && emailVerified !== true && emailVerified !== 'true')
    throw new SsoRejected('no_address', 'the provider has not verified the address');
};

const lacks = (claims: Facts, names: readonly string[]): boolean =>
  names.some((name) => textsOf(claims[name]).length === 0 && !overageOf(claims)._claim_names.includes(name));

/** Claims of UserInfo about the same subject, read only if the ID token lacks some of those that the settings name. */
const readUserInfo = async (
  platform: Platform,
  found: client.Configuration,
  { access_token }: { readonly access_token: string },
  claims: Facts & { readonly sub: string },
  { names, required }: ClaimNames,
): Promise<Facts> => {
  if (found.serverMetadata().userinfo_endpoint === undefined || !lacks(claims, names)) return {};
  try {
    return await client.fetchUserInfo(found, access_token, claims.sub);
  } catch (error) {
    if (lacks(claims, required)) throw error;
    platform.log.warn({ err: error }, 'the UserInfo of a provider could not be read');
    return {};
  }
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : 'unknown';

/**
 * Exchanges the code and returns the claims of the ID token, completed by UserInfo: signature, issuer, audience, times and nonce
 * are checked.
 */
export const readClaims = async (
  platform: Platform,
  setup: OidcSetup,
  request: OidcRequest,
  query: string,
  wanted: ClaimNames,
): Promise<Claims> => {
  try {
    const found = await discover(platform, setup);
    const tokens = await client.authorizationCodeGrant(found, new URL(`${setup.redirectUri}?${query}`), {
      expectedState: request.state,
      expectedNonce: request.nonce,
      pkceCodeVerifier: request.codeVerifier,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (!token || token.iss !== found.serverMetadata().issuer) throw rejected('the token is of another issuer');
    const more = await readUserInfo(platform, found, tokens, token, wanted);
    requireVerified(more);
    requireVerified(token);
    const claims = { ...more, ...token };
    const attributes = Object.entries({ ...claims, ...overageOf(claims) }).map(
      ([name, value]) => [name, textsOf(value)] as const,
    );
    return {
      name: '',
      subject: token.sub,
      attributes: Object.fromEntries(attributes.filter(([, values]) => values.length > 0)),
    };
  } catch (error) {
    if (error instanceof SsoRejected) throw error;
    if (error instanceof client.AuthorizationResponseError) throw new SsoRejected('provider', error.error);
    throw rejected(reasonOf(error));
  }
};
