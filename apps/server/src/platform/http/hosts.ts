import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../errors.ts';

/** The host name of a Host header, without the port and the brackets of an IPv6 address. */
export const hostNameOf = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

export const isLoopback = (name: string) => name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);

/** Whether a host name is one label below the host of a wildcard address such as `https://*.content.example`. */
const isBelow = (name: string, wildcard: string): boolean => {
  const suffix = hostNameOf(wildcard.slice(wildcard.indexOf('*') + 1));
  return name.endsWith(suffix) && /^[a-z0-9-]{1,63}$/.test(name.slice(0, -suffix.length));
};

/**
 * Rejects requests whose Host header names an unknown host, to prevent DNS rebinding: an attacker points a host name
 * at this server. Known hosts are the host of `origin`, loopback, the address of the connection,
 * hosts of the wildcard, and SERGAK_ALLOWED_HOSTS. Behind a trusted proxy X-Forwarded-Host is checked as well.
 */
export const rejectUnknownHosts = (
  app: FastifyInstance,
  config: Config,
  origin: () => string,
  wildcard?: string,
): void => {
  const isKnown = (host: string, request: FastifyRequest): boolean => {
    const name = hostNameOf(host);
    return (
      isLoopback(name) ||
      name === new URL(origin()).hostname.replace(/^\[|\]$/g, '') ||
      name === request.socket.localAddress?.replace(/^::ffff:/, '') ||
      (wildcard !== undefined && isBelow(name, wildcard)) ||
      config.allowedHosts.includes(name)
    );
  };
  app.addHook('onRequest', async (request) => {
    const { host, 'x-forwarded-host': forwarded } = request.headers;
    if (host === undefined || isKnown(host, request)) return; // browsers always send a Host header
    const byProxy = config.trustProxy && typeof forwarded === 'string' ? forwarded.split(',').at(-1)! : undefined;
    if (byProxy === undefined || !isKnown(byProxy, request)) throw new AppError('request.unknown_host');
  });
};
