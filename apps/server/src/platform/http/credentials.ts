import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../context.ts';
import { AppError } from '../errors.ts';

export const SESSION_COOKIE = 'sergak_session';
export const isSecure = (platform: Platform) => platform.urls.portal.startsWith('https:');
/** With TLS, the `__Host-` prefix makes the browser accept the cookie only from this host, over TLS. */
const cookieName = (platform: Platform) => (isSecure(platform) ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE);

type Credential = { readonly token: string; readonly byHeader: boolean };

const bare = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header !== '' ? header.replace(/^Bearer\s+/i, '') : undefined;

/**
 * The token of a request. A header and a cookie of different sessions are rejected: it would be ambiguous which of
 * the two people acts.
 */
export const credentialOf = (platform: Platform, request: FastifyRequest): Credential | null => {
  const cookie = request.cookies[cookieName(platform)];
  const given = [bare(request.headers.authorization), bare(request.headers['x-auth-token'])].filter(
    (token) => token !== undefined,
  );
  if (new Set(cookie ? [...given, cookie] : given).size > 1) throw new AppError('request.two_sessions');
  if (given[0] !== undefined) return { token: given[0], byHeader: true };
  return cookie ? { token: cookie, byHeader: false } : null;
};

/**
 * Rejects forged writes (CSRF). A browser sends cookies with requests of foreign pages too, so a write with a cookie
 * (or without a credential) must come from our own page: Origin or Sec-Fetch-Site must match, and a header must be
 * set that no foreign form can set.
 */
export const rejectForgedWrites = (platform: Platform, request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const own = site === 'same-origin' || (site === undefined && origin === undefined) || origin === platform.urls.portal;
  if (!own || request.headers['x-requested-with'] !== 'sergak') throw new AppError('request.forged');
};

export const cookieControl = (platform: Platform, reply: FastifyReply) => ({
  set(token: string) {
    reply.setCookie(cookieName(platform), token, {
      httpOnly: true,
      sameSite: 'strict',
      path: '/',
      secure: isSecure(platform),
      maxAge: 7 * 86_400,
    });
  },
  /** Also empties the browser's cache. Its storage is kept: it may hold quiz answers that are not sent yet. */
  clear() {
    reply.clearCookie(cookieName(platform), { path: '/', secure: isSecure(platform) });
    reply.header('clear-site-data', '"cache"');
  },
});
