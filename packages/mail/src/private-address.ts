import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv6 ranges that contain an IPv4 address in their last 32 bits and are routed to it. */
const carriesIpv4 = (address: ipaddr.IPv6): boolean => {
  const [a, b, c, d, e, f] = address.parts;
  const isNat64 = a === 0x64 && b === 0xff9b && [c, d, e, f].every((part) => part === 0);
  const isMapped = [a, b, c, d, e].every((part) => part === 0) && f === 0xffff;
  return isNat64 || isMapped;
};
/** `::/96` without `::` and `::1`: IPv4-compatible addresses, deprecated but still understood by some systems. */
const isCompatible = (address: ipaddr.IPv6): boolean =>
  address.parts.slice(0, 6).every((part) => part === 0) && !['loopback', 'unspecified'].includes(address.range());

/** 6to4, Teredo, IPv4-compatible addresses and local NAT64: they may lead to any IPv4 address, and no server has one. */
const isTunnel = (address: ipaddr.IPv6): boolean => {
  const [a, b, c] = address.parts;
  const isLocalNat64 = a === 0x64 && b === 0xff9b && c === 1;
  return isCompatible(address) || isLocalNat64 || ['6to4', 'teredo'].includes(address.range());
};

/** The shortest form of an address; of an IPv6 address that carries an IPv4 address, that one. Null if it is none. */
const plainOf = (ip: string): string | null => {
  const text = ip.replace(/%[^]*$/, '');
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return null;
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]/`).hostname.slice(1, -1));
  return carriesIpv4(address) ? new ipaddr.IPv4(address.toByteArray().slice(12)).toString() : address.toString();
};

const TUNNEL = 'tunnel';
/** The range of an address in the words of ipaddr.js, or `TUNNEL`; `unicast` is the public internet. */
const rangeOf = (ip: string): string => {
  const text = ip.replace(/%[^]*$/, ''); // the zone of a link-local address
  if (isIPv4(text)) return ipaddr.IPv4.parse(text).range();
  if (!isIPv6(text)) return 'invalid';
  // In the form of the URL standard, because the library treats `::8.8.8.8` as a mapped address.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]/`).hostname.slice(1, -1));
  if (carriesIpv4(address)) return new ipaddr.IPv4(address.toByteArray().slice(12)).range();
  return isTunnel(address) ? TUNNEL : address.range();
};

/**
 * Whether an address is not on the public internet: loopback, private, link-local, reserved, or a tunnel that could
 * lead to such an address (6to4, Teredo, NAT64). Invalid addresses count as private.
 */
export const isPrivateAddress = (ip: string): boolean => rangeOf(ip) !== 'unicast';

/** Addresses outside the link-local range at which cloud machines read their own credentials: AWS, Google, Alibaba, Azure, Oracle. */
const metadata = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']);

/**
 * Whether an address is never a server that a person means: link-local, the metadata of a cloud (169.254.169.254 and
 * others), or a tunnel that could lead to one.
 */
export const isForbiddenAddress = (ip: string): boolean => {
  const plain = plainOf(ip);
  return ['linkLocal', TUNNEL].includes(rangeOf(ip)) || (plain !== null && metadata.has(plain));
};

/** Whether a connection to an address reaches this machine. */
export const isLoopbackAddress = (ip: string): boolean => ['loopback', 'unspecified'].includes(rangeOf(ip));
