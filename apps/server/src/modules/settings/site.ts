import { getDomain, getHostname } from 'tldts';

/**
 * Whether two public addresses belong to one site: the same registrable domain by the public suffix list, or the same bare host
 * name or IP address. A browser then treats landing pages as same-site with the portal, and a reputation list that marks the
 * phishing domain marks the portal as well. This machine alone (127.0.0.1, localhost) does not count.
 */
export const isOneSite = (one: string, other: string): boolean => {
  const site = (address: string) => getDomain(address, { allowPrivateDomains: true }) ?? getHostname(address);
  return site(one) === site(other) && !/^(?:localhost|127\..*|::1)$/.test(getHostname(one) ?? '');
};
