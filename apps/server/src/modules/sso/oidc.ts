import * as client from 'openid-client';
import type { Platform } from '../../platform/context.ts';
import { rejected, SsoRejected } from './failure.ts';
import { requestGuarded } from './guarded-request.ts';
import type { Claims } from './saml-checks.ts';

export type OidcSetup = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
};
/** Secrets of one sign-in. */
export type OidcRequest = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

const EMPTY_STATUS = new Set([204, 205, 304]);

const discover = async (platform: Platform, setup: OidcSetup): Promise<client.Configuration> => {
  const send: client.CustomFetch = async (url, { method, headers, body }) => {
    const text = body === undefined || body === null ? undefined : String(body);
    const got = await requestGuarded(platform, url, {
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

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** The claims by which Entra ID says that it left groups out, as texts: `_claim_names` is an object, `hasgroups` true. */
const overageOf = (claims: Readonly<Record<string, unknown>>) => ({
  _claim_names: Object.keys(claims['_claim_names'] ?? {}),
  hasgroups: /^true$/i.test(String(claims['hasgroups'])) ? 'true' : undefined,
});

/** Exchanges the code and returns the claims of the ID token: signature, issuer, audience, times and nonce are checked. */
export const readClaims = async (
  platform: Platform,
  setup: OidcSetup,
  request: OidcRequest,
  query: string,
): Promise<Claims> => {
  try {
    const found = await discover(platform, setup);
    const tokens = await client.authorizationCodeGrant(found, new URL(`${setup.redirectUri}?${query}`), {
      expectedState: request.state,
      expectedNonce: request.nonce,
      pkceCodeVerifier: request.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || claims.iss !== found.serverMetadata().issuer) throw rejected('the token is of another issuer');
    if (claims['email_verified'] === false)
      throw new SsoRejected('no_address', 'the provider has not verified the address');
    const attributes = Object.entries({ ...claims, ...overageOf(claims) }).map(
      ([name, value]) => [name, textsOf(value)] as const,
    );
    return {
      name: '',
      subject: claims.sub,
      attributes: Object.fromEntries(attributes.filter(([, values]) => values.length > 0)),
    };
  } catch (error) {
    if (error instanceof SsoRejected) throw error;
    if (error instanceof client.AuthorizationResponseError) throw new SsoRejected('provider', error.error);
    throw rejected(
      error instanceof Error
        ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
        : 'unknown',
    );
  }
};
