/** Networks of an organisation: addresses from which its own people use the internet. */
export const OWN_NETWORKS_MAX = 100;
/** Minimum prefix length. A wider network covers too much of the internet to be evidence. */
const WIDEST = { 4: 8, 6: 16 } as const;

const parse4 = (text: string): bigint | null => {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return null;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
};

const parse6 = (text: string): bigint | null => {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[] | undefined];
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array<string>(tail === undefined ? 0 : missing).fill('0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
};

const write4 = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
/** IPv6 address in the format of PostgreSQL: no leading zeros, the longest run of empty groups as «::». */
const write6 = (value: bigint): string => {
  const groups = Array.from({ length: 8 }, (_, n) => ((value >> BigInt(112 - n * 16)) & 65_535n).toString(16));
  const text = groups.join(':');
  const runs = text.match(/(?:^|:)0(?::0)+(?=:|$)/g) ?? [];
  const longest = runs.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? text : text.replace(longest, ':').replace(/^:(?!:)|(?<!:):$/, '::');
};

/**
 * Canonical form of a network, for «203.0.113.7», «203.0.113.0/24» or «2001:db8::/32»: bits after the prefix are cleared, and
 * a single address becomes a network. null for any other text, and for a network wider than /8 (IPv6: /16).
 */
export const networkOf = (text: string): string | null => {
  const [address = '', prefix, more] = text.trim().split('/');
  const version = address.includes(':') ? 6 : 4;
  const bits = version === 4 ? 32 : 128;
  const value = version === 4 ? parse4(address) : parse6(address);
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (value === null || more !== undefined || length < WIDEST[version] || length > bits) return null;
  const rest = BigInt(bits - length);
  const first = (value >> rest) << rest;
  return `${version === 4 ? write4(first) : write6(first)}/${length}`;
};
