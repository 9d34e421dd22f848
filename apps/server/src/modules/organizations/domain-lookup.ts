import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** The TXT records of a name, from the name servers of this process. None where it has none or nobody answers. */
export const lookUp = async (domain: string): Promise<string[]> => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  resolver.setServers(dns.getServers()); // through the object: a name taken from it keeps the servers of the start
  const records = await resolver.resolveTxt(domain).catch(() => []);
  return records.map((parts) => parts.join(''));
};
