import { writeAudit } from '../../platform/audit.ts';
import { inSystem, inTenant, type Database } from '../../platform/db.ts';
import {
  endPolicy,
  findByEmail,
  forgetGuesses,
  hashPassword,
  notifyTwoFactorOff,
  restoreAccess,
} from '../session/public.ts';
import { keepPasswordOf } from '../sso/public.ts';
import * as repo from './organizations.repo.ts';

type Unlock = {
  readonly email: string;
  /** Id or title; needed only if the address belongs to super users of several organisations. */
  readonly organization: string | undefined;
  /** Also stops requiring a second factor of everyone in the organisation. */
  readonly twoFactorOff: boolean;
  readonly password: string;
};
/** Reason why a super user cannot be unlocked, worded for the operator of the command line. */
export class UnlockRejected extends Error {}

const ACTOR = { actorId: null, actorName: 'npm run unlock' };

/**
 * Lets a locked-out super user sign in again, with another password and without an authenticator app. Earlier wrong passwords no
 * longer block the account. Where single sign-on is forced, this person becomes the one who may use a password. Writes the action
 * into the audit log of the organisation.
 */
export const unlockSuperUser = async (db: Database, unlock: Unlock) => {
  const person = await findSuperUser(db, unlock);
  const organizationId = person.organization_id;
  const passwordHash = await hashPassword(unlock.password);
  await inTenant(db, { organizationId, readable: [organizationId] }, 'write', async (tx) => {
    await restoreAccess(tx, person.id, passwordHash);
    await writeAudit(tx, { action: 'employee.access_restored', ...ACTOR }, { kind: 'employee', id: person.id });
    await keepPasswordOf(tx, person.id, ACTOR.actorName);
    if (unlock.twoFactorOff) {
      const before = await repo.lockOrganization(tx);
      await repo.updateOrganization(tx, { two_factor: false, version: before.version + 1 });
      const roles = await endPolicy(tx);
      await notifyTwoFactorOff(tx, { name: ACTOR.actorName });
      await writeAudit(
        tx,
        { action: 'organization.two_factor_set', ...ACTOR },
        {
          kind: 'organization',
          id: organizationId,
          changes: { two_factor: [before.two_factor, false], authenticator_roles: [roles, []] },
        },
      );
    }
  });
  await forgetGuesses(db, person);
  return { email: person.email, organization: person.organization };
};

const findSuperUser = async (db: Database, { email, organization }: Unlock) => {
  const wanted = organization?.trim().toLowerCase();
  const found = (await inSystem(db, (tx) => findByEmail(tx, email))).filter(
    (one) =>
      one.role === 'super_user' &&
      (wanted === undefined || one.organization_id === wanted || one.organization.toLowerCase() === wanted),
  );
  if (found.length === 1) return found[0]!;
  throw new UnlockRejected(
    found.length === 0
      ? `no super user has the address «${email}»${wanted === undefined ? '' : ' there'}`
      : `super users of several organisations have the address «${email}»: give --organization`,
  );
};
