import { lookup as resolve } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost } from '@sergak/contract/connection.rules.ts';
import { trustAlso } from './authorities.ts';
import type { Platform } from './context.ts';
import { addressGuard, REJECTED } from './outgoing.ts';

const SECONDS = 10;
const BYTES_MAX = 1_000_000;

/** Whether an address names this machine itself. */
export const isLoopbackUrl = (address: string): boolean =>
  URL.canParse(address) && isLoopbackHost(new URL(address).hostname.replace(/^\[|\]$/g, ''));

/** TLS is required; plain HTTP is for a provider on this machine. */
export const isAcceptableAddress = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url.href));

/** The address is not HTTPS. */
export class AddressRejected extends Error {}

/** As a closed port answers. */
const rejected = () => Object.assign(new Error(REJECTED), { code: REJECTED });

type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };
export type ReceivedResponse = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};

/**
 * A request to an address that an administrator gave: resolved once, to an address that the guard allows, no redirects, ten seconds,
 * 1 MB. An address that is not allowed fails as a closed port does.
 */
export const requestGuarded = (
  platform: Pick<Platform, 'config' | 'log'>,
  address: string,
  { loopback, ca, ...sent }: Sent & { readonly loopback: boolean; readonly ca: string },
): Promise<ReceivedResponse> => {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const mayUse = addressGuard(platform, host, { loopback });
  if (!isAcceptableAddress(url)) return Promise.reject(new AddressRejected(url.host));
  if (isIP(host) && !mayUse(host)) return Promise.reject(rejected());
  const lookup: LookupFunction = (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      const usable = error ? [] : found.filter((one) => mayUse(one.address));
      if (usable.length === 0) return done(error ?? rejected(), '', 0);
      if (options.all) return done(null, usable);
      return done(null, usable[0]!.address, usable[0]!.family);
    });
  const start = url.protocol === 'https:' ? requestTls : requestPlain;
  return new Promise((received, failed) => {
    const { method = 'GET', headers = {} } = sent;
    const call = start(
      url,
      { method, headers, lookup, ...trustAlso(ca), signal: AbortSignal.timeout(SECONDS * 1000) },
      (answer) => {
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
      },
    );
    call.on('error', failed);
    call.end(sent.body);
  });
};
