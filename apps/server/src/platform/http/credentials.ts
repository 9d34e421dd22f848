import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform, SessionState } from '../context.ts';
import { AppError } from '../errors.ts';

export const SESSION_COOKIE = 'sergak_session';
export const isSecure = (platform: Platform) => platform.urls.portal.startsWith('https:');
/** With TLS, the `__Host-` prefix makes the browser accept the cookie only from this host, over TLS. */
const cookieName = (platform: Platform) => (isSecure(platform) ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE);

/** Maximum number of cookie values that are tried. The cookie of path / comes last, after those of narrower paths. */
const COOKIES_TRIED = 8;

/**
 * Finds the session of a token, or null. Provided by the composition, since the platform knows no domain. With `isUse` false the
 * session is only looked at, and ends as if nobody had asked.
 */
export type Authenticate = (platform: Platform, token: string, isUse?: boolean) => Promise<SessionState | null>;

type Credential = { readonly tokens: readonly string[]; readonly byHeader: boolean };

const bare = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header !== '' ? header.replace(/^Bearer\s+/i, '') : undefined;

/**
 * All values of the session cookie. There may be several: cookies ignore ports, so without TLS a page on the content
 * origin of the same host can set the cookie for a narrower path or a parent domain.
 */
const cookiesOf = (platform: Platform, request: FastifyRequest): readonly string[] => {
  const prefix = `${cookieName(platform)}=`;
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix) && pair.length > prefix.length)
    .map((pair) => pair.slice(prefix.length));
  return [...new Set(values)].slice(-COOKIES_TRIED);
};

/**
 * The tokens of a request: that of a header, or all values of the cookie. A header and cookies of other sessions are
 * rejected: it would be ambiguous which of the two people acts.
 */
export const credentialOf = (platform: Platform, request: FastifyRequest): Credential | null => {
  const cookies = cookiesOf(platform, request);
  const tokens = [bare(request.headers.authorization), bare(request.headers['x-auth-token'])].filter(
    (token) => token !== undefined,
  );
  const [token] = tokens;
  if (token === undefined) return cookies.length > 0 ? { tokens: cookies, byHeader: false } : null;
  const isOther = cookies.length > 0 && !cookies.includes(token);
  if (isOther || tokens.some((other) => other !== token)) throw new AppError('request.two_sessions');
  return { tokens: [token], byHeader: true };
};

/**
 * Finds the session of a credential. Of several cookie values the only valid one counts, and the others are expired.
 * If several values belong to different people, all are expired and the request is rejected.
 */
export const findSignedInSession = async (
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, credential }: { readonly authenticate: Authenticate; readonly credential: Credential },
): Promise<SessionState | null> => {
  const found: SessionState[] = [];
  for (const token of credential.tokens) {
    const session = await authenticate(platform, token);
    if (session) found.push(session);
  }
  if (credential.tokens.length > 1) expireForeignCookies(platform, request, reply);
  if (new Set(found.map(({ viewer }) => viewer.id)).size > 1) {
    cookieControl(platform, reply).clear();
    throw new AppError('request.two_sessions');
  }
  return found.at(-1) ?? null;
};

/**
 * Expires the session cookie for every path and parent domain for which the browser sends it with this request, except
 * our own: path / of this host alone.
 */
const expireForeignCookies = (platform: Platform, request: FastifyRequest, reply: FastifyReply): void => {
  const folders = request.url.split('?', 1)[0]!.split('/').slice(1);
  const paths = folders.flatMap((_, at) => {
    const path = `/${folders.slice(0, at + 1).join('/')}`;
    return at < folders.length - 1 ? [path, `${path}/`] : [path];
  });
  const labels = request.hostname.split('.');
  const domains = /[^\d.]/.test(request.hostname) ? labels.slice(0, -1).map((_, at) => labels.slice(at).join('.')) : [];
  const expire = (path: string, domain?: string) =>
    reply.clearCookie(cookieName(platform), { path, secure: isSecure(platform), ...(domain ? { domain } : {}) });
  for (const path of paths) expire(path);
  for (const domain of domains) for (const path of ['/', ...paths]) expire(path, domain);
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
