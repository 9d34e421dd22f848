/** Characters of a host name, and the highest port. */
export const HOST_MAX = 253;
export const PORT_MAX = 65_535;
/** Characters of a user name and of a password, each. */
export const ACCOUNT_MAX = 254;
/** Characters of the certificates of an own authority. */
export const CA_MAX = 40_000;

/** A host name or an IP address. */
export const HOST = /^[A-Za-z0-9.:_-]+$/;

/** Whether a host is the machine of the portal itself, so that no password leaves it. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

export type Server = { readonly host: string; readonly port: number; readonly security: string };
/** Whether settings lead to the same server. A stored password is kept for the same server only. */
export const isSameServer = (a: Server, b: Server): boolean =>
  a.host === b.host && a.port === b.port && a.security === b.security;

/** Outcomes that a step of reaching any server can have. The web has a sentence with advice for each code. */
export const connectionCodes = [
  'ok',
  'host_not_found',
  'address_not_allowed',
  'connection_refused',
  'network_unreachable',
  'connection_closed',
  'timeout',
  'tls_not_offered',
  'tls_certificate',
  'tls_failed',
] as const;
export type ConnectionCode = (typeof connectionCodes)[number];
export const isConnectionCode = (code: string): code is ConnectionCode =>
  (connectionCodes as readonly string[]).includes(code);
