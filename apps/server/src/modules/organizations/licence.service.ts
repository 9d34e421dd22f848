import { changesOf, writeAudit } from '../../platform/audit.ts';
import { inSystem, inTenant, type Database } from '../../platform/db.ts';
import * as query from './organizations.query.ts';
import * as repo from './organizations.repo.ts';
import { countReservedSeats } from './reserved-seats.query.ts';
import { settleNotifications } from '../notifications/public.ts';
import { endingLicence } from './waiting.query.ts';

export type LicenceChange = { readonly limit?: number; readonly until?: string };
/** Reason why a licence cannot be changed, worded for the operator of the command line. */
export class LicenceRejected extends Error {}

/** Licences of root organisations. They cannot be changed in the portal. */
export const listRootLicences = (db: Database) => inSystem(db, query.selectRootLicences);

/**
 * Changes the licence of a root organisation, found by id or title. Rejects a limit below the places in use and a last day
 * before that of a child. Writes an entry into the organisation's audit log.
 */
export const changeRootLicence = async (db: Database, named: string, { limit, until }: LicenceChange) => {
  const id = await findRoot(db, named);
  const childLimits = await inSystem(db, (tx) => query.findChildLimits(tx, id));
  return inTenant(db, { organizationId: id, readable: [id] }, 'write', async (tx) => {
    const before = await repo.lockOrganization(tx);
    const { license } = await query.findLicence(tx, childLimits.limit);
    const taken = license.users_count + (await countReservedSeats(tx)) + childLimits.limit;
    const after = { users_limit: limit ?? before.users_limit, licence_end: until ?? before.licence_end };
    if (after.users_limit < taken)
      throw new LicenceRejected(`--limit ${after.users_limit} is below the ${taken} places that are taken`);
    if (after.licence_end < before.licence_start)
      throw new LicenceRejected(`--until ${after.licence_end} is before the first day, ${before.licence_start}`);
    if (childLimits.last !== null && after.licence_end < childLimits.last)
      throw new LicenceRejected(
        `--until ${after.licence_end} is before ${childLimits.last}, the last day given to a child`,
      );
    await repo.updateOrganization(tx, { ...after, version: before.version + 1 });
    await settleNotifications(tx, endingLicence);
    await writeAudit(
      tx,
      { action: 'organization.changed', actorId: null, actorName: 'npm run licence' },
      { kind: 'organization', id, title: before.title, changes: changesOf(before, after) },
    );
    return { id, title: before.title, taken, ...after };
  });
};

const findRoot = async (db: Database, named: string): Promise<string> => {
  const all = await listRootLicences(db);
  const wanted = named.trim().toLowerCase();
  const found = all.filter((one) => one.id === wanted || one.title.toLowerCase() === wanted);
  if (found.length === 1) return found[0]!.id;
  if (found.length > 1) throw new LicenceRejected(`several organisations are called «${named}»: give the id`);
  const parent = await inSystem(db, (tx) => query.findParentTitle(tx, wanted));
  throw new LicenceRejected(
    parent === null
      ? `no organisation has the id or title «${named}»`
      : `«${named}» belongs to «${parent}»: an administrator there changes its licence in the portal`,
  );
};
