import { getDomain, getHostname } from 'tldts';

/**
 * Whether two public addresses belong to one site: the same registrable domain by the public suffix list, or the same bare host
 * name or IP address. A browser then treats landing pages as same-site with the portal, and a reputation list that marks the
 * phishing domain marks the portal as well. This machine alone (127.0.0.1, localhost) does not count.
 */
export const isOneSite = (one: string, other: string): boolean => {
  const site = (address: string) => getDomain(address, { allowPrivateDomains: true }) ?? getHostname(address);
  return site(one) === site(other) && !isThisMachine(one);
};

/**
 * Whether a page of the content origin can set cookies of the portal: cookies ignore ports, and without TLS nothing binds the
 * session cookie to the portal. This machine alone does not count.
 */
export const sharesCookies = (portal: string, content: string): boolean =>
  !portal.startsWith('https:') && getHostname(portal) === getHostname(content) && !isThisMachine(portal);

const isThisMachine = (address: string): boolean => /^(?:localhost|127\..*|::1)$/.test(getHostname(address) ?? '');
