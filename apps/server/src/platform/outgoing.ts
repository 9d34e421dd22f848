import { isIP } from 'node:net';
import { isLoopbackHost } from '@sergak/contract/connection.rules.ts';
import { isForbiddenAddress, isLoopbackAddress, isPrivateAddress } from '@sergak/mail/private-address.ts';
import type { Ctx, Platform } from './context.ts';
import { inSystem } from './db.ts';
import { isRoot } from './outgoing.query.ts';

// The one guard of connections to addresses that people enter: mail servers, mailboxes, directories, identity providers.

type On = Pick<Platform, 'config' | 'log'>;
type Addressed = { readonly host: string; readonly port: number };

/** What a guard rejects looks like a closed port, so that nobody learns what runs on this machine or beside it. */
export const REJECTED = 'ECONNREFUSED';

const isNamed = ({ config }: On, host: string): boolean => config.localHosts.includes(host.toLowerCase());

/**
 * Whether an IP address may be connected to for this host. Link-local addresses and those of cloud metadata never; loopback only for
 * a literal loopback host, if `loopback` says so, and for hosts that the installation names; private ones as configured. Ask for
 * each address of the name that is really connected to: names change.
 */
export const addressGuard =
  (on: On, host: string, { loopback }: { readonly loopback: boolean }) =>
  (ip: string): boolean => {
    const isAllowed = isForbiddenAddress(ip)
      ? false
      : isLoopbackAddress(ip)
        ? isNamed(on, host) || (loopback && isLoopbackHost(host))
        : on.config.allowPrivateSmtp || !isPrivateAddress(ip);
    if (!isAllowed) on.log.warn({ host, ip }, 'a connection to a local address was rejected');
    return isAllowed;
  };

/** Guard for stored settings: a literal loopback host was admitted when they were saved. */
export const storedGuard = (on: On, host: string) => addressGuard(on, host, { loopback: true });

/** Whether the viewer may lead the portal to its own machine: a super user of a root organisation. */
export const mayUseLoopback = async ({ platform, viewer }: Pick<Ctx, 'platform' | 'viewer'>): Promise<boolean> =>
  viewer.role === 'super_user' && (await inSystem(platform.db, (tx) => isRoot(tx, viewer.homeOrganizationId)));

/** Guard for settings that the viewer tests. What is stored with the same host and port was admitted before. */
export const testGuard = async (
  ctx: Pick<Ctx, 'platform' | 'viewer'>,
  tested: Addressed,
  stored: Addressed | undefined,
): Promise<(ip: string) => boolean> => {
  const isStored = stored?.host === tested.host && stored.port === tested.port;
  const loopback = isLoopbackHost(tested.host) && (isStored || (await mayUseLoopback(ctx)));
  return addressGuard(ctx.platform, tested.host, { loopback });
};

/** Whether the viewer may not save this host, as far as its text shows: a name is checked when it is connected to. */
export const isHostRejected = async (
  ctx: Pick<Ctx, 'platform' | 'viewer'>,
  given: Addressed,
  stored: Addressed | undefined,
): Promise<boolean> => {
  const ip = isLoopbackHost(given.host) && !isIP(given.host) ? '127.0.0.1' : given.host;
  return isIP(ip) !== 0 && !(await testGuard(ctx, given, stored))(ip);
};
