import { lookup } from 'node:dns/promises';
import { mkdir, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import tls from 'node:tls';
import type { Config } from '../config.ts';
import { isOneSite, sharesCookies } from '../modules/settings/public.ts';
import { DAY, now, SECOND } from '../platform/clock.ts';

/** Result of one check. `advice` tells the operator what to do; it is set for all states but `ok`. */
export type DoctorFinding = {
  readonly check:
    | 'settings'
    | 'dns'
    | 'certificates'
    | 'database'
    | 'clock'
    | 'migrations'
    | 'storage'
    | 'disk'
    | 'secret'
    | 'mail'
    | 'single sign-on'
    | 'directories'
    | 'presentations';
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly text: string;
  readonly advice?: string;
};

const TIMEOUT_MS = 10 * SECOND;
/** A certificate that ends sooner is reported; most authorities renew theirs 30 days before the end. */
const CERTIFICATE_DAYS = 21;
const GIGABYTE = 1_000_000_000;
const DISK_MIN = GIGABYTE;
const DISK_COMFORTABLE = 5 * GIGABYTE;

type Faults = readonly (readonly [boolean, string, string])[];

/** Settings that are valid but unsafe or unfinished. Invalid settings end the command before. */
export const checkSettings = (config: Config): DoctorFinding[] => {
  const { portal, content, phishing } = config.publicUrls;
  const isPublic = portal !== undefined;
  const faults: Faults = [
    [
      !isPublic,
      'SERGAK_PORTAL_URL is not set',
      'set it to the address that people open; links in emails begin with it',
    ],
    [
      isPublic && !portal.startsWith('https:'),
      'the portal has no TLS',
      'put a reverse proxy with TLS in front of it and set SERGAK_PORTAL_URL to https://…',
    ],
    [
      isPublic && !config.trustProxy,
      'SERGAK_TRUST_PROXY is off',
      'set it to true behind your own reverse proxy, or limits apply to the proxy as one client',
    ],
    [
      isPublic && content === undefined,
      'SERGAK_CONTENT_URL is not set',
      'give the content origin a host name of its own',
    ],
    [
      isPublic && content !== undefined && sharesCookies(portal, content),
      'portal and content origin share one host without TLS',
      'use https, or give the content origin a host name of its own: an uploaded package can set cookies of the portal',
    ],
    [
      isPublic && phishing === undefined,
      'SERGAK_PHISHING_URL is not set',
      'give the phishing origin a domain of its own',
    ],
    [
      isPublic && phishing !== undefined && isOneSite(portal, phishing),
      'portal and phishing origin share one domain',
      'give the phishing origin a registrable domain of its own',
    ],
    [
      isPublic && config.demo,
      'the demo organisation is on',
      'set SERGAK_DEMO=false: its people and results are invented',
    ],
    [
      config.databaseUrl !== undefined && config.secret === undefined,
      'SERGAK_SECRET is not set',
      'set the same secret of 32 random characters or more on every machine',
    ],
    [
      config.newSecret,
      'SERGAK_NEW_SECRET is on',
      'remove it after one start, or the next new secret is accepted without a question',
    ],
  ];
  const found = faults.filter(([isFault]) => isFault);
  if (found.length === 0) return [{ check: 'settings', state: 'ok', text: 'complete' }];
  return found.map(([, text, advice]) => ({ check: 'settings', state: 'warning', text, advice }));
};

const addressesOf = ({ publicUrls, contentWildcard }: Config): URL[] =>
  [publicUrls.portal, publicUrls.content, publicUrls.phishing, contentWildcard?.replace('*', 'doctor')]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url));

export const checkDns = async (config: Config): Promise<DoctorFinding[]> => {
  const hosts = [...new Set(addressesOf(config).map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')))];
  if (hosts.length === 0)
    return [
      { check: 'dns', state: 'skipped', text: 'no public address is set', advice: 'set SERGAK_PORTAL_URL first' },
    ];
  return Promise.all(
    hosts.map(async (host): Promise<DoctorFinding> => {
      try {
        const found = await lookup(host, { all: true });
        return { check: 'dns', state: 'ok', text: `${host} is ${found.map(({ address }) => address).join(', ')}` };
      } catch (error) {
        const advice =
          'add an A or AAAA record that leads to the reverse proxy (for a wildcard: *.…), or correct the setting';
        return { check: 'dns', state: 'failed', text: `${host}: ${(error as NodeJS.ErrnoException).code}`, advice };
      }
    }),
  );
};

type Seen = { readonly fault: string | null; readonly until: Date };

/** The certificate that a server presents. The address comes from the settings of the installation. */
const lookAtCertificate = ({ hostname, port }: URL): Promise<Seen> =>
  new Promise((done, fail) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    // The certificate is read even if it is not trusted, to report the reason. Nothing is sent over this connection.
    const socket = tls.connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: false }, () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      done({ fault: socket.authorized ? null : String(socket.authorizationError), until });
      socket.destroy();
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer within ten seconds')));
    socket.once('error', fail);
  });

const judgeCertificate = (host: string, { fault, until }: Seen): DoctorFinding => {
  const days = Math.floor((until.getTime() - now().getTime()) / DAY);
  const text = `${host}: valid until ${until.toISOString().slice(0, 10)}`;
  if (days < 0)
    return { check: 'certificates', state: 'failed', text: `${host}: ended`, advice: 'renew the certificate' };
  if (fault)
    return {
      check: 'certificates',
      state: 'failed',
      text: `${host}: ${fault}`,
      advice:
        'install a certificate for this name with its intermediate certificates; for an own authority set SERGAK_CA_FILE',
    };
  if (days < CERTIFICATE_DAYS)
    return { check: 'certificates', state: 'warning', text, advice: `renew it: it ends in ${days} days` };
  return { check: 'certificates', state: 'ok', text };
};

export const checkCertificates = async (config: Config): Promise<DoctorFinding[]> => {
  const hosts = new Map(
    addressesOf(config)
      .filter(({ protocol }) => protocol === 'https:')
      .map((url) => [url.host, url]),
  );
  if (hosts.size === 0)
    return [
      {
        check: 'certificates',
        state: 'skipped',
        text: 'no address with https is set',
        advice: 'use TLS before real people sign in',
      },
    ];
  return Promise.all(
    [...hosts].map(async ([host, url]): Promise<DoctorFinding> => {
      try {
        return judgeCertificate(host, await lookAtCertificate(url));
      } catch (error) {
        const advice = 'start the reverse proxy, and let this machine reach its own public address';
        return { check: 'certificates', state: 'failed', text: `${host}: ${(error as Error).message}`, advice };
      }
    }),
  );
};

export const checkDisk = async (config: Config): Promise<DoctorFinding> => {
  const folder = resolve(config.dataDir);
  try {
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const text = `${(free / GIGABYTE).toFixed(1)} GB are free for the data folder`;
    if (free >= DISK_COMFORTABLE) return { check: 'disk', state: 'ok', text };
    const advice = 'free space or enlarge the disk: uploads and unfinished files need some gigabytes';
    return { check: 'disk', state: free < DISK_MIN ? 'failed' : 'warning', text, advice };
  } catch (error) {
    const advice = 'create the folder of SERGAK_DATA and give it to the user of the product';
    return { check: 'disk', state: 'failed', text: (error as Error).message, advice };
  }
};
