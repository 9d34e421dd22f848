import type { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { DirectorySecurity, DirectoryStep } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { ENTRIES_MAX } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { AndFilter, Client, type Entry, type Filter, FilterParser } from 'ldapts';
import { trustAlso } from '../../platform/authorities.ts';
import type { OnStep } from '../../platform/diagnosis.ts';
import { REJECTED } from '../../platform/outgoing.ts';
import { toDirectoryFault, DirectoryFault } from './directory-fault.ts';

export type DirectoryConfig = {
  readonly host: string;
  readonly port: number;
  readonly security: DirectorySecurity;
  readonly ca: string;
  readonly bind_dn: string;
  readonly password: string;
  readonly base_dn: string;
  readonly filter: string;
  /** Whether a resolved IP address may be connected to. */
  readonly allowAddress: (ip: string) => boolean;
  /** Longest wait for one answer; default 20 s. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 20_000;
const PAGE = 500;

/** Ends work that does not answer in time, with a fault of its step. */
const inTime = async <T>(step: DirectoryStep, ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DirectoryFault(step, 'timeout', 'no answer in time')), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } catch (error) {
    throw toDirectoryFault(step, error);
  } finally {
    clearTimeout(timer);
  }
};

const resolve = async ({ host }: DirectoryConfig): Promise<string[]> =>
  isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);

const opened = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect', step: DirectoryStep, ms: number) =>
  inTime(
    step,
    ms,
    new Promise<S>((done, fail) => {
      socket.once(event, () => done(socket));
      socket.once('error', fail);
      socket.once('close', () => fail(new DirectoryFault(step, 'connection_closed', 'closed by the server')));
    }),
  ).catch((error: unknown) => {
    socket.on('error', () => {});
    socket.destroy();
    throw error;
  });

/** Tries the addresses in order: only an address that cannot be connected to leads to the next. */
const connectFirst = async (config: DirectoryConfig, addresses: readonly string[], ms: number): Promise<Socket> => {
  let fault: unknown;
  for (const host of addresses)
    try {
      return await opened(connect({ host, port: config.port }), 'connect', 'connect', ms);
    } catch (error) {
      fault = error;
    }
  throw fault;
};

const tlsOptions = ({ host, ca }: DirectoryConfig): ConnectionOptions => ({
  ...(isIP(host) ? { host } : { servername: host, host }),
  ...trustAlso(ca),
  minVersion: 'TLSv1.2',
});

/** A client on an open connection. It never connects again by itself: that would send passwords without TLS. */
const clientOn = (
  socket: Socket | TLSSocket,
  { secure, ms, onStartTls }: { secure: boolean; ms: number; onStartTls: (socket: TLSSocket) => void },
): Client => {
  let isTaken = false;
  const once = () => {
    if (isTaken) throw new DirectoryFault('connect', 'connection_closed', 'the connection was closed');
    isTaken = true;
    return socket as TLSSocket;
  };
  return new Client({
    url: `${secure ? 'ldaps' : 'ldap'}://directory.invalid`,
    // Longer than the limit of a step, so that the step is named. Servers check names themselves: a bind may use user@domain.
    timeout: ms + 1_000,
    strictDN: false,
    createConnection: once,
    createSecureConnection: ((options: ConnectionOptions) => {
      if (secure) return once();
      const encrypted = connectTls({ ...options });
      onStartTls(encrypted);
      return encrypted;
    }) as typeof connectTls,
  });
};

/** Closes without waiting for the answer of a server that may hang. */
const close = (client: Client, socket: Socket) => {
  client.unbind().catch(() => {});
  socket.destroySoon();
};

export type OpenDirectory = {
  readonly client: Client;
  /** The certificate of the server; undefined without encryption. */
  readonly certificate: () => X509Certificate | undefined;
  readonly close: () => void;
  readonly timeoutMs: number;
};

/** Connects and encrypts, without a bind. The name is resolved once and the connection goes to a checked address. */
export const connectDirectory = async (
  config: DirectoryConfig,
  onStep: OnStep<DirectoryStep> = () => {},
): Promise<OpenDirectory> => {
  const ms = config.timeoutMs ?? TIMEOUT_MS;
  const found = await inTime('name', ms, resolve(config));
  onStep('name', found.join(', '));
  const addresses = found.filter(config.allowAddress);
  if (addresses.length === 0) throw new DirectoryFault('connect', 'connection_refused', REJECTED);
  const plain = await connectFirst(config, addresses, ms);
  // A connection that breaks while it is closed has no other listener, and an unhandled error would end the process.
  plain.on('error', () => {});
  onStep('connect', `${config.host}:${config.port}`);
  const secure = config.security === 'ldaps';
  let encrypted = secure
    ? await opened(connectTls({ ...tlsOptions(config), socket: plain }), 'secureConnect', 'tls', ms)
    : undefined;
  const onStartTls = (socket: TLSSocket) => {
    encrypted = socket;
  };
  const client = clientOn(encrypted ?? plain, { secure, ms, onStartTls });
  const end = () => close(client, plain);
  if (config.security === 'starttls')
    await inTime('tls', ms, client.startTLS(tlsOptions(config))).catch((error: unknown) => {
      plain.destroy();
      throw error;
    });
  if (config.security !== 'none') onStep('tls', secure ? 'LDAPS' : 'StartTLS');
  return { client, certificate: () => encrypted?.getPeerX509Certificate(), close: end, timeoutMs: ms };
};

/** Binds as a DN. An empty password would be an anonymous bind that always succeeds, so it is rejected before. */
export const bindAs = async ({ client, timeoutMs }: OpenDirectory, dn: string, password: string): Promise<void> => {
  if (password === '') throw new DirectoryFault('bind', 'password_missing', dn);
  await inTime('bind', timeoutMs, client.bind(dn, password));
};

/** Connects, binds with the account of the settings, and checks that the base exists. */
export const openDirectory = async (
  config: DirectoryConfig,
  onStep: OnStep<DirectoryStep> = () => {},
): Promise<OpenDirectory> => {
  const open = await connectDirectory(config, onStep);
  try {
    await bindAs(open, config.bind_dn, config.password);
    onStep('bind', config.bind_dn);
    await inTime('base', open.timeoutMs, open.client.search(config.base_dn, { scope: 'base', attributes: ['1.1'] }));
    onStep('base', config.base_dn);
    return open;
  } catch (error) {
    open.close();
    throw error;
  }
};

const parseFilter = (text: string): Filter => {
  try {
    return FilterParser.parseString(text);
  } catch (error) {
    throw new DirectoryFault('filter', 'filter_invalid', (error as Error).message);
  }
};

/**
 * The entries of the filter, in pages. Aliases are not followed, so OUs that lead to each other do not repeat, and neither are
 * referrals to other servers.
 */
export async function* searchPages(
  { client, timeoutMs }: OpenDirectory,
  config: DirectoryConfig,
  attributes: readonly string[],
  o: { page?: number; also?: Filter; buffers?: string[] } = {},
): AsyncGenerator<Entry[]> {
  const wanted = parseFilter(config.filter);
  const pages = client.searchPaginated(config.base_dn, {
    scope: 'sub',
    derefAliases: 'never',
    filter: o.also ? new AndFilter({ filters: [wanted, o.also] }) : wanted,
    attributes: [...attributes],
    explicitBufferAttributes: o.buffers ?? [],
    paged: { pageSize: o.page ?? PAGE },
  });
  for (let found = 0; ;) {
    const { value, done } = await inTime('filter', timeoutMs, pages.next());
    if (done) return;
    found += value.searchEntries.length;
    if (found > ENTRIES_MAX) throw new DirectoryFault('filter', 'too_many', String(ENTRIES_MAX));
    yield value.searchEntries;
  }
}

/** One entry by its name; undefined if the directory does not return it. Only a broken connection is a fault. */
export const readEntry = async (
  { client, timeoutMs }: OpenDirectory,
  dn: string,
  attributes: string[],
  buffers: string[] = [],
): Promise<Entry | undefined> => {
  const options = { scope: 'base', derefAliases: 'never', attributes, explicitBufferAttributes: buffers } as const;
  try {
    return (await inTime('filter', timeoutMs, client.search(dn, options))).searchEntries[0];
  } catch (error) {
    if (error instanceof DirectoryFault && !['timeout', 'connection_closed'].includes(error.code)) return undefined;
    throw error;
  }
};
