import { lookup as resolve } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLinkLocal, isPrivateAddress } from '@sergak/mail/private-address.ts';
import type { Platform } from '../../platform/context.ts';

const SECONDS = 10;
const BYTES_MAX = 1_000_000;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** TLS is required; plain HTTP is for a provider on this machine. */
export const isAcceptableAddress = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));

/** The address is not HTTPS, or leads to a private network. */
export class AddressRefused extends Error {}

export type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };
export type Received = { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };

/**
 * A request to an address that an administrator gave: resolved once, link-local addresses refused, private ones unless the
 * installation allows them, no redirects, ten seconds, 1 MB.
 */
export const requestGuarded = (platform: Platform, address: string, sent: Sent = {}): Promise<Received> => {
  const url = new URL(address);
  const mayUse = (ip: string) => !isLinkLocal(ip) && (platform.config.allowPrivateSmtp || !isPrivateAddress(ip));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isAcceptableAddress(url) || (isIP(host) && !mayUse(host))) return Promise.reject(new AddressRefused(url.host));
  const lookup: LookupFunction = (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      const usable = error ? [] : found.filter((one) => mayUse(one.address));
      if (usable.length === 0) return done(error ?? new AddressRefused(name), '', 0);
      if (options.all) return done(null, usable);
      return done(null, usable[0]!.address, usable[0]!.family);
    });
  const start = url.protocol === 'https:' ? requestTls : requestPlain;
  return new Promise((received, failed) => {
    const { method = 'GET', headers = {} } = sent;
    const call = start(url, { method, headers, lookup, signal: AbortSignal.timeout(SECONDS * 1000) }, (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
        if (size > BYTES_MAX) call.destroy(new Error('the answer is too large'));
        else parts.push(part);
      });
      answer.on('error', failed);
      answer.on('end', () =>
        received({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(parts),
        }),
      );
    });
    call.on('error', failed);
    call.end(sent.body);
  });
};
