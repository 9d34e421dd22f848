import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { firstSignIn } from './first-sign-in.ts';
import type { SignIn } from './sign-in.ts';
import { ensureFirstOrganization } from './first-organization.ts';
import { pauseAfterRestore } from '../modules/organizations/public.ts';
import { voidAllAccess } from '../modules/session/public.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import { servesPortal } from '../config.ts';
import { listOutdated } from '../platform/sealed.ts';
import { sealedPlaces } from './composition.ts';
import { findDemoSignIns } from './demo.ts';
import { findInstallation, releaseInstallLock, putInstallation, tryInstallLock } from './installation.repo.ts';

export type Installed = {
  readonly first: SignIn | null;
  readonly demo: readonly SignIn[];
  /** This start found that the database is a restored copy. */
  readonly restored: boolean;
};

/**
 * Creates what a new installation needs, once even if several nodes start together: the first organisation with its super
 * user and starter content. The next start completes an interrupted installation (decision 0095). A portal gets the first
 * sign-in at each start until it has been used, and the sign-ins of the demo organisation if it has been made.
 */
export const install = async (
  platform: Platform,
  signal: AbortSignal = new AbortController().signal,
): Promise<Installed> => {
  const client = await platform.db.owner.connect();
  try {
    await lock(client, signal);
    const restored = await checkInstallation(platform, client);
    await ensureFirstOrganization(platform);
    signal.throwIfAborted();
    const isPortal = servesPortal(platform.config);
    // A lost first password is issued again, so the report follows.
    const first = isPortal ? await firstSignIn(platform) : null;
    await reportOutdated(platform);
    return { first, demo: isPortal ? await findDemoSignIns(platform) : [], restored };
  } finally {
    await releaseInstallLock(client).catch(() => undefined);
    client.release();
  }
};

/** Polls for the lock instead of waiting in a query, so that a signal can end the wait. */
const lock = async (client: PoolClient, signal: AbortSignal): Promise<void> => {
  for (;;) {
    if (await tryInstallLock(client)) return;
    await pause(200, undefined, { signal });
  }
};

/** Logs what the secret cannot open, and what waits to be sealed again. */
const reportOutdated = async (platform: Platform): Promise<void> => {
  for (const { title, lost, old } of await listOutdated(platform, sealedPlaces)) {
    if (lost.length > 0)
      platform.log.warn(
        { what: title, count: lost.length, organizations: [...new Set(lost)].slice(0, 50) },
        'stored values cannot be read with this secret and have to be entered again; npm run doctor lists them',
      );
    if (old > 0)
      platform.log.info({ what: title, count: old }, 'stored values wait to be sealed again: npm run reseal');
  }
};

/**
 * Compares this node with the state stored in the database. A node with a different secret than the others does not
 * start: it could not decrypt their data, nor verify their links. In a restored copy, simulated emails are stopped
 * and all sessions and links are voided first, because some of them ended after the copy was made.
 */
const checkInstallation = async (platform: Platform, owner: PoolClient): Promise<boolean> => {
  const { mark } = platform.secrets;
  const installationRow = await findInstallation(owner);
  const foreign = installationRow.secret_mark !== null && !platform.secrets.knows(installationRow.secret_mark);
  if (foreign && !platform.config.newSecret)
    throw new Error(
      'This database is used with another secret. Give SERGAK_SECRET (or data/secret.key) as it is on the other machines, or was ' +
        'before. After a change of the secret, give the previous one as SERGAK_OLD_SECRET. If it is lost, start once with ' +
        'SERGAK_NEW_SECRET=true and enter the passwords again.',
    );
  if (installationRow.restored) {
    const paused = await pauseAfterRestore(platform);
    await inSystem(platform.db, voidAllAccess);
    platform.log.warn(
      { organizations: paused },
      'the database was restored from a copy: phishing simulations are stopped, everybody has to sign in again',
    );
  }
  if (installationRow.restored || installationRow.secret_mark !== mark) await putInstallation(owner, mark);
  return installationRow.restored;
};
