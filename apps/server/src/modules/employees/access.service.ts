import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { isAtLeast, mayChangeAddress, type Role } from '@sergak/contract/access/roles.ts';
import { REMOVED_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import { after, DAY, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { endSessions, notifyOldAddress, voidAccess } from '../session/public.ts';
import { markRemoved } from './employees.repo.ts';
import { inviteEmployees } from './invitations.service.ts';

type On = { readonly tx: Tx; readonly platform: Platform };
type Holder = {
  readonly id: string;
  readonly role: Role;
  readonly former_role: string | null;
  readonly role_lowered_at: string | null;
};

/** The role that protects a person's address: the present one, or a higher one that was taken away in the last 30 days. */
export const protectingRole = ({ role, former_role, role_lowered_at }: Omit<Holder, 'id'>): Role =>
  former_role !== null &&
  role_lowered_at !== null &&
  new Date(role_lowered_at) > after(now(), -REMOVED_DAYS * DAY) &&
  isAtLeast(former_role as Role, role)
    ? (former_role as Role)
    : role;

/** Whether the two addresses differ. Letter case is ignored. */
export const isOtherAddress = (before: string, after: string | undefined): boolean =>
  after !== undefined && addressKey(before) !== addressKey(after);

/** Throws if the viewer changes the address of a peer with power, or the own address outside the profile. */
export const requireAddressPermission = (viewer: { id: string; role: Role }, person: Holder): void => {
  if (person.id === viewer.id) throw new AppError('employee.own_address');
  const role = protectingRole(person);
  if (!mayChangeAddress(viewer.role, role)) throw new AppError('employee.address_forbidden', { role });
};

/**
 * Applies the consequences of a new address, in the transaction of the change: links, codes and sessions become void, and a
 * registered person is notified at the old address. A pending invitation is sent again, to the new address.
 */
export const handleAddressChange = async (on: On, id: string, oldAddress: string): Promise<void> => {
  const invited = await voidAccess(on.tx, [id]);
  await endSessions(on.tx, [id]);
  await notifyOldAddress(on.tx, id, oldAddress);
  await inviteEmployees(on, invited);
};

/** Applies the consequences of new roles: links and codes become void, and pending invitations are sent again. */
export const handleRoleChange = async (on: On, ids: readonly string[]): Promise<void> => {
  await inviteEmployees(on, await voidAccess(on.tx, ids));
};

/** Removes people and voids their links, codes and sessions. Returns the ids of the people that were removed by this call. */
export const removePeople = async (
  tx: Tx,
  ids: readonly string[],
  by: string,
  importId: string | null = null,
): Promise<string[]> => {
  const removed = await markRemoved(tx, ids, by, importId);
  await voidAccess(tx, ids);
  await endSessions(tx, ids);
  return removed;
};
