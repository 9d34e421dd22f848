import { asciiDomain } from '@sergak/contract/email-address.rules.ts';
import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** TXT records of a name, from the name servers of this process; empty if there are none or no server responds. */
export const lookUp = async (domain: string): Promise<string[]> => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  resolver.setServers(dns.getServers()); // not a named import: that would keep the servers configured at start
  const records = await resolver.resolveTxt(asciiDomain(domain)).catch(() => []);
  return records.map((parts) => parts.join(''));
};
