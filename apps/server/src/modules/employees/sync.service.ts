import { administratorRoles, type Role } from '@sergak/contract/access/roles.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { enrolNewcomers } from '../tags/public.ts';
import { handleAddressChange, isOtherAddress, protectingRole, removePeople } from './access.service.ts';
import * as repo from './employees.repo.ts';
import { takeLicences } from './licence.service.ts';
import { lockRemoved } from './removed.repo.ts';
import { restorePerson } from './removed.service.ts';

type On = { readonly tx: Tx; readonly platform: Platform };

/** Fields of a person that a sync with an identity provider may change: all except the role. */
export type SyncedFields = Partial<Omit<repo.EmployeeFields, 'role'>>;

/** A person locked for a change, removed or not. */
export const lockForSync = repo.lockIncludingRemoved;

/** Adds a person within the licence, with the role `employee`. The default department is «Без отдела». */
export const addBySync = async (
  tx: Tx,
  person: Omit<repo.EmployeeFields, 'role' | 'department_id'> & { department_id: string | null },
): Promise<string> => {
  await takeLicences(tx, 1);
  const department_id = person.department_id ?? (await repo.defaultDepartment(tx));
  const id = await repo.insertEmployee(tx, { ...person, department_id, role: 'employee' });
  await enrolNewcomers(tx, [id]);
  return id;
};

/** Changes a person like the staff form: a new address voids links and sessions, and the old address is notified. */
export const changeBySync = async (
  on: On,
  person: { readonly id: string; readonly email: string },
  changes: SyncedFields,
): Promise<void> => {
  if (Object.keys(changes).length > 0) await repo.updateEmployee(on.tx, person.id, changes);
  if (isOtherAddress(person.email, changes.email)) await handleAddressChange(on, person.id, person.email);
};

/** Removes a person like the staff list: no sign-in, no emails. The database keeps the last super user. */
export const removeBySync = (tx: Tx, id: string, by: string) => removePeople(tx, [id], by);

/**
 * Restores a removed person like the staff page, but with the role `employee`: a sync gives no power. Administrators are not
 * restored at all. A person with another role above `employee` is not restored with another address, whose owner would get the
 * account. Returns the former role, the reason of the rejection, or null if no one can be restored.
 */
export const restoreBySync = async (
  on: On,
  id: string,
  email: string,
  oldEmail?: string,
): Promise<Role | 'power' | 'address' | null> => {
  const person = await lockRemoved(on.tx, id);
  if (!person) return null;
  const protecting = protectingRole(person);
  if ((administratorRoles as readonly Role[]).includes(protecting)) return 'power';
  if (protecting !== 'employee' && isOtherAddress(person.email, email)) return 'address';
  await restorePerson(on.tx, id, { email, role: 'employee' });
  const before = oldEmail ?? person.email;
  if (isOtherAddress(before, email)) await handleAddressChange(on, id, before);
  return person.role;
};

/** Moves people into a department, or into «Без отдела». Returns the ids of the people whose department changed. */
export const moveBySync = async (tx: Tx, ids: readonly string[], departmentId: string | null): Promise<string[]> =>
  repo.moveEmployees(tx, ids, departmentId ?? (await repo.defaultDepartment(tx)));

export { defaultDepartment } from './employees.repo.ts';
export { protectingRole } from './access.service.ts';
